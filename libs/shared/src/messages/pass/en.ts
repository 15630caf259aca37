/** Texts for guests with a pass: its page, and the mail with its link; in English. */
export const enPass = {
  pass: {
    title: 'Your pass for {property}',
    guest: 'For {name}.',
    period: 'Valid: {times}.',
    daily: '{days}, {from} to {to}.',
    /** A pass that holds all day. */
    allDay: '{days}, all day.',
    everyDay: 'Every day',
    localTime: 'Times are those of the building.',
    pinHeading: 'Your PIN',
    pinHint: 'Type it on the keypad at the door.',
    doorsHeading: 'Open a door',
    open: 'Open {door}',
    offline: '{door} does not respond at the moment. Opening it may fail.',
    notNow: 'The pass does not open doors right now. Come back while it is valid.',
    usedUp: 'This pass has no uses left. Ask the person who sent it to you for a new one.',
    usesLeft: 'Uses left: {count}.',
    opening: 'Opening {door}',
    openingAdvice: 'This takes a few seconds.',
    showResult: 'Show the result',
    opened: '{door} is open',
    openedAdvice: 'The door confirmed it at {time}. Go in now.',
    unanswered: '{door} has not answered',
    unansweredAdvice: 'It may have opened all the same. Try the door first, then try again here.',
    failed: '{door} did not open',
    failedAdvice: 'Try again in a minute. If it does not open then, call the person who sent you the pass.',
    back: 'Back to your pass',
  },
  passMail: {
    offer: '{tenant} has created a pass for you. It opens doors at {property}.',
    /** Purpose of the linked page. */
    purpose: 'The link opens the doors. While the pass is valid, it also shows your PIN for the keypads.',
    button: 'Open the pass',
  },
};
