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
  --rounds    how many rounds count (default 7; writes 5, idle 3); one more warms up, but for idle
  --seconds   how long each slice of a round takes (default: writes 2.5, idle and seal 20, flood 10)
  --rows      of the imported table (default 100000; more need IMPORT_MAX_ROWS)
  --requests  of each proxy or server in each round (default 5000)
  --events    how many wait for NATS (default 100000)
  --profile   writes CPU profiles into DIR (gateway, features: of the gateway; writes: of every service), and keeps no figures
  --trace     prints what every process does for one write, and keeps no figures; --profile does so too

Figures are printed, and kept in bench/results/.
`;
