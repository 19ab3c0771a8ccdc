import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { companyWords, emptyCompany } from './company-words.ts'
import { disclosurePolicy } from './disclosure.ts'
import { PolicyText } from './policy-text.tsx'
import { privacyPolicy } from './privacy.ts'
import { termsOfService } from './terms.ts'

const kirana = {
  companyName: 'Kirana Mumbai',
  email: 'care@kirana.example',
  contact: '+91 90000 00000',
  website: 'https://kirana.example',
  gstNo: '27AAACK0000K1Z3',
  fssai: '11521999000123',
  address: 'Shop 4, Lakshmi Market, Mumbai 400050',
  deliveryTime: '10 minutes',
}
const policies = { privacy: privacyPolicy, terms: termsOfService, disclosure: disclosurePolicy }
type Name = keyof typeof policies

const names: Record<string, string> = { quot: '"', '#x27': "'", lt: '<', gt: '>', amp: '&' }
const rendered = (name: Name, company = kirana) =>
  renderToStaticMarkup(<PolicyText policy={policies[name](companyWords(company))} />)
/** The visible text of the markup. */
const seen = (markup: string) =>
  markup
    .replace(/<\/?(a|time)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&([^;]+);/g, (_, name: string) => names[name] ?? '?')
    .replace(/\s+/g, ' ')
const texts = {
  privacy: seen(rendered('privacy')),
  terms: seen(rendered('terms')),
  disclosure: seen(rendered('disclosure')),
}

/** Every bullet of the specification's section 1 and of the law's list, with the phrases that fulfil it. */
const promised: [Name, bullet: string, ...phrases: (string | RegExp)[]][] = [
  ['terms', 'minimum age 18', 'You must be 18 or older'],
  ['terms', 'age-restricted alcohol and tobacco', 'Alcohol and tobacco are age-restricted'],
  ['terms', '18, or the State’s higher age', '18 or your State’s higher age'],
  ['terms', 'ID at the door', 'government photo ID at the door'],
  ['terms', 'prescription drugs', 'only against a valid prescription that you have uploaded'],
  ['terms', 'returns on the same day', 'only on the same day, that is on the day of delivery'],
  ['terms', 'returns of wrong or damaged items', 'only for wrong or damaged items'],
  ['terms', 'cancellation', 'only before the company accepts the order'],
  ['terms', 'refunds', 'within 7 business days', 'source account you paid from, or to your wallet'],
  ['terms', 'payment', 'pay from your wallet or with cash on delivery'],
  [
    'terms',
    'delivery in about 10 minutes',
    'usually takes about 10 minutes',
    'an estimate and not a promise',
  ],
  ['terms', 'extra fees shown first', 'Extra fees may apply', 'before you confirm'],
  ['terms', 'grievance officer', 'The Grievance Officer, Kirana Mumbai'],
  ['terms', 'grievance deadlines', 'within 48 hours', 'within 30 days', 'ticket number'],
  ['terms', 'governing law and courts', 'laws of India', 'courts at Mumbai have jurisdiction'],
  ['terms', 'agreement', 'are the agreement between you and Kirana Mumbai'],
  ['terms', 'prices in rupees within MRP', 'Indian rupees (₹)', 'never above the maximum retail price (MRP)'],
  ['terms', 'acceptance makes the contract', 'It becomes a contract when we accept it'],
  ['terms', 'serviceable pincodes', 'serviceable pincodes only'],
  ['terms', 'coins, referrals, coupons', 'Coins for a product', 'A referral code', 'A coupon applies'],
  ['terms', 'withdrawals', 'your own UPI ID or bank account'],
  ['terms', 'fair use', 'Fair use'],
  ['terms', 'liability', 'Consumer Protection Act, 2019', 'our liability for an order is limited'],
  ['terms', 'legal entity', 'GSTIN is 27AAACK0000K1Z3', 'Shop 4, Lakshmi Market', '+91 90000 00000'],

  [
    'privacy',
    'who we are',
    'Kirana Mumbai runs this grocery delivery service',
    'Website: https://kirana.example',
  ],
  ['privacy', '18 or older', 'aged 18 or older', 'everybody under 18'],
  ['privacy', 'what, why, how long', 'Your data Why we need it How long we keep it'],
  ...[
    'Phone number',
    'Name',
    'E-mail address',
    'Gender',
    'Country',
    'Delivery addresses',
    'Orders and invoices',
    'Wallet and coin entries',
    'UPI ID or bank account',
    'Prescription pictures',
    'Photos of shopping lists',
    'Messages to us',
    'Push token',
    'Logs',
  ].map((item): [Name, string, RegExp] => [
    'privacy',
    `data: ${item}`,
    new RegExp(`${item}[^.]* To [^.]* (As long as|Until|\\d+ years?)`),
  ]),
  ['privacy', 'consent', 'you consent to the uses in the table'],
  ['privacy', 'its withdrawal', 'You may withdraw your consent at any time, as easily as you gave it'],
  [
    'privacy',
    'sharing',
    'the store that packs',
    'the rider who',
    'a registered pharmacist',
    'service providers',
  ],
  ['privacy', 'lawful orders', 'courts and authorities get what a lawful order names'],
  ['privacy', 'no sale', 'We do not sell your data'],
  ['privacy', 'retention', 'When we delete it'],
  ['privacy', 'security', 'How we protect it'],
  ['privacy', 'breach notice', 'we tell you and the Data Protection Board of India without delay'],
  ['privacy', 'rights', 'see a summary', 'corrected', 'erased', 'name a person', 'complain'],
  ['privacy', 'push opt-out', 'You can opt out at any time'],
  ['privacy', 'cookies', 'only the cookies that keep somebody signed in'],
  [
    'privacy',
    'grievance officer',
    'The Grievance Officer, Kirana Mumbai',
    'within 48 hours',
    'within 30 days',
  ],
  ['privacy', 'changes', 'When this policy changes'],

  ['disclosure', 'commitment', 'Our commitment', 'we will not take legal action against you'],
  ['disclosure', 'scope', 'the customer app', 'the delivery-partner app', 'the business app', 'mobile apps'],
  ['disclosure', 'reports by e-mail', 'by e-mail to security@kirana.example'],
  ['disclosure', 'what to put in', 'the steps to see it again'],
  ['disclosure', 'what we do', 'Within 3 business days we confirm'],
  ['disclosure', 'no cash bounty', 'There is no cash bounty'],
  ['disclosure', 'acknowledgement', 'Hall of Fame', 'This public acknowledgement is optional'],
  ['disclosure', 'duplicates', 'the first submitter is credited'],
  ['disclosure', 'qualifying classes', 'What qualifies', 'cross-site scripting'],
  ['disclosure', 'excluded classes', 'What does not qualify', 'denial of service'],
  ['disclosure', 'scanner reports', 'output of automated scanners'],
  ['disclosure', 'rules of engagement', 'Rules of engagement', 'Use only accounts and orders of your own'],
  ['disclosure', 'programme terms', 'Programme terms', 'We may change or end this programme'],
]
test.each(promised)('%s: %s', (name, _bullet, ...phrases) => {
  for (const phrase of phrases) expect(texts[name]).toMatch(phrase)
})

test.each(Object.keys(policies) as Name[])(
  '%s: has a date, section numbers, and an anchor for every section',
  (name) => {
    const markup = rendered(name)
    expect(texts[name]).toContain('Effective from 27 Nov 2026')
    const anchors = [...markup.matchAll(/<h3 id="([a-z\d-]+)"[^>]*>(\d+)\. /g)]
    expect(anchors.map(([, , number]) => Number(number))).toEqual(anchors.map((_, index) => index + 1))
    expect(anchors.length).toBeGreaterThan(9)
    expect(new Set(anchors.map(([, anchor]) => anchor)).size).toBe(anchors.length)
    expect([...markup.matchAll(/href="#([^"]+)"/g)].map(([, anchor]) => anchor)).toEqual(
      anchors.map(([, anchor]) => anchor),
    )
  },
)

test('references in the terms point to the right section', () => {
  expect(texts.terms).toContain('section 5 says which')
  expect(texts.terms).toContain('5. Alcohol and tobacco')
})

const LEFTOVERS = /undefined|null|NaN|\[object|\(\s*\)|\[\s*\]|“\s*”|: ?\.|\s[.,;]|,,|\bof \.|\bto \./
test.each(Object.keys(policies) as Name[])('%s has complete sentences without any setting', (name) => {
  for (const blank of ['', '   '])
    for (const missing of ['all', ...Object.keys(kirana)]) {
      const settings = Object.fromEntries(Object.entries(kirana).map(([key]) => [key, blank]))
      const company = missing === 'all' ? { ...emptyCompany, ...settings } : { ...kirana, [missing]: blank }
      expect(seen(rendered(name, company))).not.toMatch(LEFTOVERS)
    }
  const text = seen(rendered(name, emptyCompany))
  expect(text).toContain('Kirana')
  if (name === 'disclosure') expect(text).toContain('by e-mail to our security team, whose address')
  else expect(text).toContain('The Grievance Officer, Kirana: The contact form in our app Every complaint')
})

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  'JaVaScRiPt://kirana.example/%0aalert(1)',
  '</p><iframe src="//evil.example">',
  'https://kirana.example"onmouseover="alert(1)',
  'x@kirana.example"onclick="alert(1)',
]
test.each(hostile)('%j is shown as text in every company setting', (value) => {
  const company = Object.fromEntries(Object.keys(kirana).map((key) => [key, value])) as typeof kirana
  for (const name of Object.keys(policies) as Name[]) {
    const markup = rendered(name, company)
    expect(markup).not.toMatch(/<(script|img|iframe)|<[^>]*\son\w+=/i)
    for (const [, href = ''] of markup.matchAll(/href="([^"]*)"/g))
      expect(href).toMatch(/^(#[a-z\d-]+|https:\/\/[^\s"<]+|mailto:[\w.+-]+@[\w.-]+)$/)
    expect(seen(markup)).not.toMatch(/undefined/)
  }
})
