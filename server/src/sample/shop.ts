import type { charges } from '../tables/charges.ts'
import type { coupons } from '../tables/coupons.ts'

/**
 * The GSTIN contains a PAN with the number 0000, which is never issued; its check character is valid. The FSSAI licence
 * has the number 000000.
 */
export const company = {
  name: 'Kirana Mumbai',
  email: 'care@kirana.example',
  contact: '+91 90000 00000',
  website: 'https://kirana.example',
  gstin: '27AAACK0000K1Z3',
  gstRegistration: 'regular' as const,
  fssai: '11526000000000',
  address: 'Shop 4, Lakshmi Market, S V Road, Bandra West, Mumbai 400050, Maharashtra',
  pointValue: 100,
  pointsPerReferral: 50,
  referralDiscount: 1000,
  deliveryTime: '10 minutes',
  upiId: 'kirana.mumbai@sample',
}

/** The expiry follows from `madeDaysAgo` and `days`. */
export const couponPlans: (Omit<typeof coupons.$inferInsert, 'expireAt' | 'createdAt'> & {
  madeDaysAgo: number
})[] = [
  { name: 'WELCOME50', amountType: 'rupees', amount: 5000, minimum: 29_900, days: 365, madeDaysAgo: 60 },
  { name: 'SABZI10', amountType: 'percentage', amount: 1000, minimum: 19_900, days: 90, madeDaysAgo: 50 },
  { name: 'WEEKEND15', amountType: 'percentage', amount: 1500, minimum: 49_900, days: 120, madeDaysAgo: 45 },
  {
    name: 'MITRA100',
    amountType: 'rupees',
    amount: 10_000,
    minimum: 79_900,
    days: 180,
    madeDaysAgo: 45,
    isPublic: false,
  },
  { name: 'MONSOON20', amountType: 'percentage', amount: 2000, minimum: 39_900, days: 21, madeDaysAgo: 44 },
  {
    name: 'DIWALI250',
    amountType: 'rupees',
    amount: 25_000,
    minimum: 149_900,
    days: 30,
    madeDaysAgo: 2,
    isActive: false,
  },
]

/** They have the SAC of delivery and the GST rate of the goods, as an example that the accountant must check. */
export const chargePlans: (typeof charges.$inferInsert)[] = [
  { title: 'Delivery fee', sac: '9968', amountType: 'rupees', amount: 2500, minimum: 0, maximum: 19_899 },
  { title: 'Handling charge', sac: '9968', amountType: 'rupees', amount: 500 },
  {
    title: 'Small cart charge',
    sac: '9968',
    amountType: 'percentage',
    amount: 500,
    minimum: 0,
    maximum: 9899,
  },
  { title: 'Rain surcharge', sac: '9968', amountType: 'rupees', amount: 1500, isActive: false },
]

/** Delivery areas; the last one is disabled. */
export const areas = [
  { pincode: '400050', name: 'Bandra West', streets: ['Hill Road', 'Turner Road', 'Waterfield Road'] },
  { pincode: '400051', name: 'Bandra East', streets: ['Kala Nagar Road', 'MIG Colony Road'] },
  { pincode: '400052', name: 'Khar West', streets: ['Linking Road', 'Carter Road', '14th Road'] },
  { pincode: '400054', name: 'Santacruz West', streets: ['S V Road', 'Juhu Tara Road'] },
  { pincode: '400049', name: 'Juhu', streets: ['JVPD Scheme', 'Gulmohar Road'] },
  { pincode: '400058', name: 'Andheri West', streets: ['Veera Desai Road', 'J P Road', 'Lokhandwala Road'] },
  { pincode: '400053', name: 'Azad Nagar', streets: ['New Link Road', 'Yamuna Nagar'] },
  { pincode: '400028', name: 'Dadar West', streets: ['Ranade Road', 'Gokhale Road', 'Shivaji Park Road 3'] },
  { pincode: '400016', name: 'Mahim', streets: ['L J Road', 'Cadell Road'] },
  { pincode: '400025', name: 'Prabhadevi', streets: ['Appasaheb Marathe Marg', 'Kashinath Dhuru Road'] },
  { pincode: '400070', name: 'Kurla West', streets: ['L B S Marg', 'Kamani Road'] },
  { pincode: '400064', name: 'Malad West', streets: ['Marve Road'] },
] as const

export const keywordPlans: Record<string, string> = {
  Fresh: 'Came in this morning',
  Fruits: 'Seasonal and all-year fruit',
  Vegetables: 'Everyday vegetables',
  Herbs: 'Leaves and seasonings',
  Dairy: 'Milk and what is made of it',
  'Daily Needs': 'What most baskets have in them',
  Breakfast: 'Quick things for the morning',
  Staples: 'Grains, flours, pulses and oils',
  'High Fibre': 'At least 6 g of fibre in 100 g',
  'Protein Rich': 'At least 10 g of protein in 100 g',
  Premium: 'The best of its kind',
  Organic: 'Grown without synthetic chemicals',
  Imported: 'Grown or made abroad',
  Spicy: 'Hot',
  Snacks: 'Between meals',
  Kids: 'What children ask for',
  Sweets: 'Mithai, chocolate and ice cream',
  Festive: 'For festivals and gifts',
  Summer: 'Cools down',
  'Ready To Cook': 'On the table in minutes',
  Cleaning: 'For home and kitchen',
  Pooja: 'For prayer at home',
  'Personal Care': 'Bath, hair and teeth',
  Upvas: 'For fasting days',
  'Gluten Free': 'Without wheat, barley and rye',
}

/** Review videos of products; the YouTube codes do not exist. */
export const reviews = [
  {
    product: 'अन्नदीप आटा',
    fullName: 'Shalini Deshmukh',
    code: 'KiranaVid01',
    about: 'Three ways to keep rotis soft till dinner',
  },
  {
    product: 'Alphonso Mango',
    fullName: 'Farhan Shaikh',
    code: 'KiranaVid02',
    about: 'How to tell a Ratnagiri hapus from the rest',
  },
  {
    product: 'Malabar Leaf Filter Coffee',
    fullName: 'Lakshmi Iyer',
    code: 'KiranaVid03',
    about: 'A decoction that does not turn bitter',
  },
  {
    product: 'Amrutdhara Malai Paneer',
    fullName: 'Gurpreet Kaur',
    code: 'KiranaVid04',
    about: 'Paneer tikka on a tawa',
  },
  {
    product: 'Nilgiri Cacao Dark',
    fullName: 'Joel Fernandes',
    code: 'KiranaVid05',
    about: 'Tasting four Indian bars side by side',
  },
  {
    product: 'Dehradun Estate Basmati',
    fullName: 'Shalini Deshmukh',
    code: 'KiranaVid06',
    about: 'Biryani rice, grain by grain',
  },
] as const

/**
 * Withdrawals, oldest first; `paid` has the time and the bank's transaction number. One UPI id is invalid, as customers
 * may type it. No bank has the IFSC prefix SAMP.
 */
export const withdrawals: {
  /** In paise. */
  amount: number
  upiId: string
  bankAcNumber: string
  ifscCode: string
  minutesAgo: number
  paid?: { minutesAgo: number; number: string }
}[] = [
  {
    amount: 45_000,
    upiId: '',
    bankAcNumber: '000012345678',
    ifscCode: 'SAMP0000050',
    minutesAgo: 4100,
    paid: { minutesAgo: 2700, number: 'SAMPLE000041' },
  },
  {
    amount: 27_550,
    upiId: '9000010011@sample',
    bankAcNumber: '',
    ifscCode: '',
    minutesAgo: 1900,
    paid: { minutesAgo: 1500, number: '433398200042' },
  },
  { amount: 18_000, upiId: '9000012244@gpay', bankAcNumber: '', ifscCode: '', minutesAgo: 310 },
  { amount: 60_000, upiId: '', bankAcNumber: '000098765432', ifscCode: 'SAMP0000050', minutesAgo: 95 },
  { amount: 12_525, upiId: '9000017766@sample', bankAcNumber: '', ifscCode: '', minutesAgo: 22 },
]
