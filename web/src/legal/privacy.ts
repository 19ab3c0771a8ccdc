import { grievanceOfficer, type CompanyWords } from './company-words.ts'
import type { Policy, Table } from './policy.ts'

const ACCOUNT = 'As long as you have an account'
const CHOSEN = 'Until you remove it or close your account'
const BOOKS = '8 years, as tax and company law require'

const data: Table = {
  head: ['Your data', 'Why we need it', 'How long we keep it'],
  rows: [
    ['Phone number', 'To sign you in with a one-time code and to reach you about a delivery', ACCOUNT],
    ['Name', 'To address you and to know whom an order is for', ACCOUNT],
    ['E-mail address (optional)', 'To answer you and to send what you ask for in writing', CHOSEN],
    ['Gender (optional)', 'To learn, in totals only, whom we serve', CHOSEN],
    ['Country', 'To read phone numbers and addresses the right way', CHOSEN],
    [
      'Delivery addresses',
      'To see whether we deliver to you, and to find your door',
      'Until you remove them; an order keeps the address it went to',
    ],
    ['Orders and invoices', 'To deliver, to settle returns and refunds, and to keep our accounts', BOOKS],
    ['Wallet and coin entries', 'To keep your balance right and to show where it comes from', BOOKS],
    ['UPI ID or bank account', 'To pay out a withdrawal that you asked for', BOOKS],
    [
      'Prescription pictures',
      'For a registered pharmacist to check before a medicine is sold',
      '3 years, for the records that the law on medicines asks for',
    ],
    [
      'Photos of shopping lists',
      'To put together an order that you sent as a picture',
      '1 year after the order',
    ],
    ['Photos of a claim', 'To see what was wrong with your order', '1 year after the claim'],
    [
      'Photos by our riders',
      'To see why an order could not be handed over at your door',
      '1 year after the attempt',
    ],
    ['Messages to us', 'To answer you and to settle complaints', '1 year after the matter is closed'],
    [
      'Push token of your phone',
      'To tell you about your order and, if you agree, about offers',
      'Until you switch notifications off or remove the app',
    ],
    [
      'Logs: IP address, device, time and call',
      'To find faults, and to notice and trace misuse',
      '1 year, the least that the data protection rules allow',
    ],
  ],
}

/** The notice required by the Digital Personal Data Protection Act, 2023, item by item. */
export const privacyPolicy = (company: CompanyWords): Policy => ({
  title: 'Privacy Policy',
  intro: `This notice says what ${company.name} (“we”, “us”) learns about you when you use our app, our website and our delivery service, why we need it, how long we keep it, and what you may ask of us. It follows the Digital Personal Data Protection Act, 2023 and the rules of 2025 made under it.`,
  sections: [
    {
      title: 'Who we are',
      blocks: [
        `${company.name} runs this grocery delivery service and decides why and how your personal data is used. In the words of the Act, we are the data fiduciary. You reach us here:`,
        company.contacts,
      ],
    },
    {
      title: 'You must be 18 or older',
      blocks: [
        'Our service is for people aged 18 or older. We do not knowingly take data of children, whom the law takes to be everybody under 18, nor track them or advertise to them. If a child has given us data, write to the Grievance Officer: we will delete it.',
      ],
    },
    {
      title: 'What we collect, why, and for how long',
      blocks: [
        'We ask only for what an order, a payment or the law needs. What is optional you may leave out.',
        data,
      ],
    },
    {
      title: 'Your consent, and taking it back',
      blocks: [
        'When you sign up, and when you send us something new such as a prescription, you consent to the uses in the table above and to no other. You may withdraw your consent at any time, as easily as you gave it: remove the item in your profile, or write to the Grievance Officer. What we did before stays lawful. Without your phone number we cannot serve you, so withdrawing that closes your account.',
      ],
    },
    {
      title: 'Whom we share it with',
      blocks: [
        'Everybody gets what their part needs, and nothing else:',
        [
          'the store that packs your order sees its items and your name;',
          'the rider who brings it sees your name, phone number and address until it is delivered;',
          'a registered pharmacist, and the staff who place your order from it, see the prescription for the medicines you order;',
          'service providers who carry our servers, text messages, push notifications and payments work under contract, on our instructions;',
          'courts and authorities get what a lawful order names, once we have checked that it binds us.',
        ],
        'We do not sell your data or rent it out, and nobody pays us to see it.',
      ],
    },
    {
      title: 'When we delete it',
      blocks: [
        'When the time in the table is over, or when you close your account, we delete your data or take out everything that points to you. Only what a law tells us to keep stays, for as long as that law says.',
      ],
    },
    {
      title: 'How we protect it',
      blocks: [
        'Data travels encrypted. Staff see it only when signed in, their sessions end by themselves, and a log shows who changed what. Prescriptions, shopping lists and bank receipts are private files that no public address opens. If you find a gap, our Responsible Disclosure policy tells you how to report it.',
      ],
    },
    {
      title: 'If there is a breach',
      blocks: [
        'If your personal data is lost or seen by somebody who should not see it, we tell you and the Data Protection Board of India without delay what happened, what it may mean for you, what we have done, and what you can do.',
      ],
    },
    {
      title: 'Your rights',
      blocks: [
        'You may, free of charge:',
        [
          'see a summary of your data and of everybody it was shared with;',
          'have it corrected, completed or updated;',
          'have it erased, where no law makes us keep it;',
          'name a person who uses these rights for you after death or in incapacity;',
          'complain to our Grievance Officer, and then to the Data Protection Board of India.',
        ],
      ],
    },
    {
      title: 'Push notifications',
      blocks: [
        'Messages about your order and about offers come as push notifications. You can opt out at any time in the settings of your phone; orders work without them.',
      ],
    },
    {
      title: 'Cookies',
      blocks: [
        'Our website sets only the cookies that keep somebody signed in, and remembers in your browser how you like a screen to look. There are no advertising cookies and no trackers.',
      ],
    },
    { title: 'Grievance Officer', blocks: grievanceOfficer(company) },
    {
      title: 'Changes to this policy',
      blocks: [
        'When this policy changes, the new text stands here with its date. Where a change matters to you, we tell you in the app beforehand, and ask for your consent again where the law wants it.',
      ],
    },
  ],
})
