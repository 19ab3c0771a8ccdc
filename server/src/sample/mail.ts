/** Photographed lists of customers, page by page, with the status that staff gave the order. */
export const lists = [
  {
    heading: 'Kirana list',
    status: 'waiting',
    minutesAgo: 9,
    pages: [
      [
        'Atta 5 kg',
        'Toor dal 1 kg',
        'Tel 1 litre',
        'Cheeni 2 kg',
        'Chai patti 250 g',
        'Haldi, mirch',
        'Dahi 400 g',
      ],
      ['Sabun 4', 'Detergent 1 kg', 'Toothpaste 2', 'Maachis 1 pkt', 'Mombatti 6'],
    ],
  },
  {
    heading: 'किराना',
    status: 'waiting',
    minutesAgo: 34,
    pages: [['आटा 10 किलो', 'चावल 5 किलो', 'मूंग दाल 1 किलो', 'नमक 1 किलो', 'गुड़ आधा किलो', 'साबुन 4']],
  },
  {
    heading: 'Aaj ka saman',
    status: 'waiting',
    minutesAgo: 71,
    pages: [
      [
        'Kanda 2 kg',
        'Batata 2 kg',
        'Tamatar 1 kg',
        'Dhaniya 1 judi',
        'Adrak, mirchi',
        'Nimbu 10',
        'Palak 1 judi',
        'Pav 12',
      ],
    ],
  },
  {
    heading: 'Pooja + prasad',
    status: 'delivered',
    minutesAgo: 26 * 60,
    pages: [['Agarbatti', 'Diya 12', 'Genda phool', 'Ghee 500 ml', 'Besan laddoo', 'Nariyal 2']],
  },
  {
    heading: 'For Sunday',
    status: 'canceled',
    minutesAgo: 50 * 60,
    pages: [
      ['Paneer 500 g', 'Basmati 1 kg', 'Curd 1 kg', 'Cashew 200 g', 'Gulab jamun tin', 'Vanilla ice cream'],
    ],
  },
] as const

/** What people wrote to the store; who they are is drawn from its customers. */
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
