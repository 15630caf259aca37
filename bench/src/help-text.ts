/** What `script/bench` says without a program. */
export const helpText = `Measures this system, and its peers beside it, on this machine (Linux).

Usage: script/bench gateway [--rounds N] [--requests N] [--profile DIR]
       script/bench features [--rounds N] [--requests N] [--profile DIR]
       script/bench processes
       script/bench limits [--rounds N] [--requests N]
       script/bench lists [--rounds N]
       script/bench writes [--rounds N] [--seconds N] [--profile DIR] [--trace]
       script/bench idle [--rounds N] [--seconds N]
       script/bench seal [--events N] [--seconds N]
       script/bench crowd
       script/bench imports [--rows N] [--seconds N]
       script/bench log-ins
       script/bench flood [--seconds N]
       script/bench calls [--callers N] [--calls N] [--seconds N]
       script/bench doors [--rounds N] [--seconds N]
       script/bench push
       script/bench web [--rounds N] [--lists]

  gateway     what a request costs the gateway, with and without a body, and bare proxies: Express, Fastify, nginx, haproxy
  features    what a request costs the gateway, the same features on Fastify, Caddy with keys, and a naive full stack
  processes   how long each service takes to start, and its memory before and after load
  limits      what the limit of a key costs by leases, by a bucket in memory, and by a store write each
  lists       what a page of a list costs at ten thousand, a hundred thousand and a million units
  writes      what a write through the gateway costs all processes, beside a plain transaction on the same mongod
  idle        what the whole system costs with nobody calling, beside as many empty processes
  seal        how soon a change is in the audit: steadily, and after an outage of NATS
  crowd       500 flats of one building, 200 sign-ups at once, 2,000 invites sent: what is answered, and how soon
  imports     what an import costs, beside plain inserts of the same documents, and what others notice of it
  log-ins     what the times of log-ins show, what guesses get, and what a session costs
  flood       100 to 500 signed webhooks a second beside a plain receiver; the Admin API meanwhile; the outgoing sender
  calls       visitors’ calls: how soon each callback is answered, and what a whole call costs, beside a plain program
  doors       what opening a door and checking a PIN cost at 1, 8 and 50 at once, beside a plain program on the same NATS
  push        how soon devices ring after a call has begun: one call, and up to a hundred at once
  web         what Lighthouse says of the pages, and what a browser has to load
  --rounds    how many rounds count (default 7; writes 5, idle, doors and web 3); one more warms up, but for idle
  --seconds   how long each slice of a round takes (default: writes and doors 2.5, idle and seal 20, flood 10)
  --callers   visitors who call at the same time (default 50), and --calls how often each of them calls (default 20)
  --rows      of the imported table (default 100000; for more, the services start with a higher limit)
  --requests  of each proxy or server in each round (default 5000)
  --events    how many wait for NATS (default 100000)
  --profile   writes CPU profiles into DIR (gateway, features: of the gateway; writes: of every service), and keeps no figures
  --lists     web: only how soon lists of the console open for a company with a million units; the data takes minutes
  --trace     prints what every process does for one write, and keeps no figures; --profile does so too

Figures are printed, and kept in bench/results/.
`;
