import { grievanceOfficer, type CompanyWords } from './company-words.ts'
import type { Policy } from './policy.ts'
import { moneyTerms } from './terms-money.ts'

export const termsOfService = (company: CompanyWords): Policy => ({
  title: 'Terms Of Service',
  intro: `These terms are the agreement between you and ${company.name} (“we”, “us”) about our app, our website and the groceries we deliver. Please read them before you order. We have kept them short and plain, because an agreement nobody reads protects nobody.`,
  sections: [
    {
      title: 'Our agreement',
      blocks: [
        'By creating an account or placing an order you accept these terms and our Privacy Policy. If you do not accept them, please do not use the service. Rights that the law of India gives you as a consumer stand above these terms: nothing here takes them away.',
        `The service is run by ${company.name}.${company.gstin ? ` Our GSTIN is ${company.gstin}.` : ''}${company.fssai ? ` ${company.fssai}.` : ''} You reach us here:`,
        company.contacts,
      ],
    },
    {
      title: 'Who may use the service',
      blocks: [
        'You must be 18 or older and able to enter into a contract under the Indian Contract Act, 1872. Some goods ask for a higher age; section 5 says which.',
        'You sign in with a one-time code sent to your mobile number. Keep the phone and the code to yourself, give us correct details, and tell us at once if somebody else uses your account. What is ordered through your account counts as ordered by you, unless you show us that it was not.',
      ],
    },
    {
      title: 'Products and prices',
      blocks: [
        'All prices are in Indian rupees (₹), include the taxes that apply, and are never above the maximum retail price (MRP) printed on the pack. The price that counts is the one you see when you place the order, even if it changes a minute later.',
        'We take care that pictures, weights, ingredients, best-before dates and countries of origin are right. Packs do change: before you use a product, the label on the pack is what counts, above all if you have an allergy.',
        'If a price is plainly wrong, such as ten rupees for ten kilograms of ghee, we may cancel that item, tell you why and return what you paid for it.',
      ],
    },
    {
      title: 'How an order becomes a contract',
      blocks: [
        'Your order is an offer to buy. It becomes a contract when we accept it, which we do by starting to prepare it; you see this in the app. We may decline an order, for example when an item is out of stock, when the address lies outside our area, when a required document is missing, or when we have good reason to suspect misuse. Then you owe nothing, and what you paid comes back in full.',
        'The goods become yours, and their risk with them, when they are handed over at your address.',
      ],
    },
    {
      title: 'Alcohol and tobacco',
      blocks: [
        'Alcohol and tobacco are age-restricted. We offer them only where the State permits it, and only to people of the lawful age: 18 for tobacco, and for alcohol 18 or your State’s higher age, which may be 21 or 25.',
        'By ordering them you confirm that you are of that age. The rider asks for a government photo ID at the door and hands nothing over without it, nor to anybody who appears to be drunk. Such an item goes back with the rider; we refund its price, while the delivery fee stays due.',
      ],
    },
    {
      title: 'Prescription drugs',
      blocks: [
        'Prescription drugs are sold only against a valid prescription that you have uploaded with the order. It must come from a registered medical practitioner, be readable, carry its date and name the patient. A registered pharmacist checks it before anything is packed and may ask you or the doctor about it.',
        'Without a prescription, or with one that the pharmacist cannot accept, we leave the medicine out and refund it. Using a forged prescription is an offence, and we report it. Nothing in our app is medical advice.',
      ],
    },
    {
      title: 'Where we deliver',
      blocks: [
        'We deliver to serviceable pincodes only. The app tells you whether yours is one of them before you order. Somebody of suitable age has to be at the address to take the goods; if the rider finds nobody and cannot reach you by phone, the order comes back to the store, and perishable goods cannot be refunded.',
      ],
    },
    {
      title: 'Delivery time and fees',
      blocks: [
        'Delivery usually takes about 10 minutes. This is an estimate and not a promise: distance, traffic, rain and a busy hour all count, and no rider is asked to hurry. The app shows the estimate for your order before you place it.',
        'Extra fees may apply, for instance for delivery, handling, a small cart or bad weather. Each fee is listed on a line of its own, with the total, before you confirm. What is not shown there is not charged.',
      ],
    },
    ...moneyTerms,
    {
      title: 'Fair use',
      blocks: [
        'Please use the service as a household does. You may not:',
        [
          'order for resale, or with details that are not yours;',
          'make several accounts, false referrals or orders that only serve to collect coins or coupons;',
          'threaten, insult or endanger riders, packers or our support team;',
          'copy our catalogue by machine, overload the service, or look for weaknesses outside our Responsible Disclosure policy;',
          'send us content that is unlawful, or that belongs to somebody else.',
        ],
        'If you do, we may decline orders, take back benefits gained that way, and suspend or close the account. We tell you the reason, and you may object to the Grievance Officer. Money that is rightly yours is paid out even then.',
      ],
    },
    {
      title: 'Our liability',
      blocks: [
        'We answer for what the Consumer Protection Act, 2019 and other law make us answer for, including defective products, poor service and misleading information, and for harm that we cause on purpose or by gross negligence. Beyond that, and as far as the Act permits, our liability for an order is limited to what you paid for it, and we are not liable for loss of profit or for events that nobody can control, such as floods, strikes or failures of public networks.',
      ],
    },
    { title: 'Grievance Officer', blocks: grievanceOfficer(company) },
    {
      title: 'Law and courts',
      blocks: [
        'These terms are governed by the laws of India. The courts at Mumbai have jurisdiction over any dispute. As a consumer you may also go to the consumer commission where you live or work, and to the National Consumer Helpline on 1915.',
      ],
    },
    {
      title: 'Changes to these terms',
      blocks: [
        'We may change these terms when the law, the service or its costs change. The new text stands here with its date, and we announce changes that matter in the app at least 7 days before. An order is always settled under the terms that stood when you placed it. If a part of these terms turns out to be invalid, the rest stays in force.',
      ],
    },
  ],
})
