/** Photo orders: the number of photographed pages, and the status. */
export const lists = [
  { status: 'waiting', minutesAgo: 9, pages: 2 },
  { status: 'waiting', minutesAgo: 34, pages: 1 },
  { status: 'waiting', minutesAgo: 71, pages: 1 },
  { status: 'delivered', minutesAgo: 26 * 60, pages: 1 },
  { status: 'canceled', minutesAgo: 50 * 60, pages: 1 },
] as const

/** Contact messages; each gets a random customer as its sender. */
export const messages = [
  {
    minutesAgo: 18,
    text: 'Two of the six eggs in this morning’s order were broken. The rider saw it too. Could I get them again with my next order?',
  },
  {
    minutesAgo: 5 * 60,
    text: 'नमस्ते, क्या आप दीवाली के लिए 20 मिठाई के डिब्बे एक साथ भेज सकते हैं?\n\nहमें शनिवार शाम तक चाहिए।',
  },
  {
    minutesAgo: 29 * 60,
    text: 'Please bring back the small pack of filter coffee. The big one loses its smell before we finish it.',
  },
  {
    minutesAgo: 76 * 60,
    text: 'We have moved from Bandra to Khar West. Do you deliver to 400052 as well, and until what time?',
  },
] as const
