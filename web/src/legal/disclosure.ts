import type { CompanyWords } from './company-words.ts'
import type { Policy } from './policy.ts'

export const disclosurePolicy = (company: CompanyWords): Policy => ({
  title: 'Responsible Disclosure',
  intro: `${company.name} looks after people’s addresses, orders and money. If you have found a weakness in what we run, we want to hear of it before anybody can use it. This policy says where to look, how to report, and what you can expect from us.`,
  sections: [
    {
      title: 'Our commitment',
      blocks: [
        'We take every report seriously, answer it as people, and mend what is broken as fast as its risk demands. Whoever reports in good faith and keeps to this policy is a help to our customers: we will not take legal action against you, nor ask others to, for research that stays within it.',
      ],
    },
    {
      title: 'Scope',
      blocks: [
        'This policy covers our mobile apps in their newest released version, with the servers that they talk to:',
        ['the customer app;', 'the delivery-partner app;', 'the business app.'],
        'Services of other companies, such as payment providers or app stores, are out of scope. If you are unsure, ask us first.',
      ],
    },
    {
      title: 'How to report',
      blocks: [
        `Send your report ${company.securityMail}. Please put one weakness in each e-mail, and do not post it in a review or on social media.`,
        'So that we can follow you, put in:',
        [
          'which app, version and address is concerned, and when you saw it;',
          'what an attacker could do with it;',
          'the steps to see it again, with requests, screenshots or a short video;',
          'the test accounts and the IP address that you used;',
          'your name or handle, and whether you would like to be named.',
        ],
      ],
    },
    {
      title: 'What we do with it',
      blocks: [
        [
          'Within 3 business days we confirm that your report has arrived.',
          'Within 10 business days we tell you whether we could confirm the weakness, and how grave we find it.',
          'We keep you informed until it is mended.',
          'We agree with you on when and how the finding may be published.',
        ],
      ],
    },
    {
      title: 'Recognition',
      blocks: [
        'There is no cash bounty, and no other payment or gift for a report. If you wish, and your report was the first of a weakness that we then mended, we thank you by name or handle in our Hall of Fame. This public acknowledgement is optional: you may stay anonymous, and you may ask us to take your name out later.',
      ],
    },
    {
      title: 'Duplicate reports',
      blocks: [
        'If several people report the same weakness, the first submitter is credited. Reports with one common cause count as one. What we had found ourselves before is credited to nobody; we tell you so.',
      ],
    },
    {
      title: 'What qualifies',
      blocks: [
        'Weaknesses that put people, their data or their money at risk, for example:',
        [
          'signing in as somebody else, or getting around the sign-in or the one-time code;',
          'seeing or changing the data, orders, files or wallet of another person;',
          'acting with rights that your role does not have;',
          'injection of SQL, commands or templates, and code run on our servers;',
          'stored or reflected cross-site scripting, and forged requests that change something;',
          'forged requests made by the server itself, and files read through it;',
          'errors in payment, coupon, coin or withdrawal logic that create or move money;',
          'secrets, keys or personal data left open in an app or at an address of ours.',
        ],
      ],
    },
    {
      title: 'What does not qualify',
      blocks: [
        [
          'output of automated scanners without a weakness that you have shown to be real;',
          'denial of service, floods of requests, and missing rate limits without an effect;',
          'social engineering, phishing, and attacks on our offices, stores or riders;',
          'missing headers, cookie flags, DNS or mail records, or TLS settings, without a way to use them;',
          'version numbers, banners, stack traces and public files that reveal nothing secret;',
          'clickjacking on pages where nothing can be changed, and forging a sign-out;',
          'findings that need a rooted phone, a stolen unlocked device, an outdated browser or malware on the device;',
          'finding out whether a phone number has an account;',
          'known flaws in software of others, for 30 days after its repair was released.',
        ],
      ],
    },
    {
      title: 'Rules of engagement',
      blocks: [
        [
          'Use only accounts and orders of your own. Stop as soon as you meet data of somebody else, do not keep or copy it, and tell us.',
          'Go only as far as it takes to show the weakness. Do not change or delete data, and do not leave anything behind.',
          'Do not disturb the service: no load tests, no mass requests, no spam, and no real orders that a store has to pack for nothing.',
          'Do not deceive our staff, riders, stores or customers.',
          'Keep the finding to yourself until it is mended, or until we have agreed on a date; 90 days should be enough.',
          'Obey the law, the Information Technology Act, 2000 among it. Asking for money in return for silence is extortion and ends the protection of this policy.',
        ],
      ],
    },
    {
      title: 'Programme terms',
      blocks: [
        'Taking part makes you neither an employee nor an agent of ours. Your report stays your work; you allow us to use it, free of charge, to repair and test what we run. Whether a report qualifies, and how grave it is, we decide after listening to you. We may change or end this programme, with the new text and its date on this page; reports that have reached us by then are settled under the old one.',
      ],
    },
  ],
})
