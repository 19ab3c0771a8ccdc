import { v7 as uuid } from 'uuid'
import type { Chance } from './random.ts'
import { areas } from './shop.ts'

const women = [
  'Aarti Kulkarni',
  'Lakshmi Iyer',
  'Gurpreet Kaur',
  'Ananya Chatterjee',
  'Fatima Shaikh',
  'Meera Nair',
  'Pooja Sharma',
  'Sneha Reddy',
  'Kavita Joshi',
  'Priya Menon',
  'Ritu Agarwal',
  'Zainab Khan',
  'Deepa Hegde',
  'Shalini Deshmukh',
  'Nandini Rao',
  'Maria Fernandes',
  'Swati Mishra',
  'Bhavna Patel',
  'Ishita Sen',
  'Lalrinpuii Sailo',
  'Radhika Pillai',
  'Manisha Gaikwad',
  'Tenzin Dolma',
  'Harini Subramanian',
  'Jyoti Yadav',
  'Neelam Thakur',
  'प्रिया वर्मा',
  'सुनीता जाधव',
] as const
const men = [
  'Rohan Mehta',
  'Arjun Nambiar',
  'Imran Qureshi',
  'Vikram Singh',
  'Sourav Banerjee',
  'Karthik Raman',
  'Amit Tiwari',
  'Joel Fernandes',
  'Suresh Pawar',
  'Nikhil Jain',
  'Harpreet Gill',
  'Rahul Bhosale',
  'Farhan Shaikh',
  'Aditya Kapoor',
  'Manoj Sahoo',
  'Venkatesh Naidu',
  'Dhruv Desai',
  'Biswajit Das',
  'Abdul Rahman',
  'Chetan Gowda',
  'Prakash Shetty',
  'Kunal Malhotra',
  'Lobsang Tashi',
  'Siddharth Pillai',
  'Yash Trivedi',
  'Mohammed Irfan',
  'राजेश गुप्ता',
  'विनायक पाटील',
] as const

export const memberDays = 42
const invitedCount = 20
const day = 86_400_000

/** A customer to be. `invitedBy` is the place of a friend in the same list, `typesCode` whether the friend's code comes with the first order instead of the sign-up. */
export type Customer = ReturnType<typeof person> & {
  joinedAt: Date
  invitedBy: Customer | null
  typesCode: boolean
}

const houses = ['Flat', 'A', 'B', 'C', 'Room', 'Bungalow']
const buildings = [
  'Sai Krupa',
  'Shanti Niwas',
  'Sea Breeze',
  'Om Residency',
  'Gulmohar Heights',
  'Silver Sands',
  'Ganesh Bhuvan',
  'Rose Villa',
  'Parijat',
]
const landmarks = [
  'Near Ganesh Mandir',
  'Opposite BEST depot',
  'Behind the municipal school',
  'Next to State Bank',
  'Near the railway station',
  '',
]

function person(chance: Chance, fullName: string, isWoman: boolean, index: number) {
  const id = uuid()
  // Thousands of one digit in front make the numbers easy to tell from real ones.
  const phone = `+91${chance.pick(['9', '8', '7', '6'])}0000${String(10_000 + ((index * 7919 + 1234) % 90_000))}`
  const latin = /^[A-Za-z ]+$/.test(fullName)
  const addresses = Array.from({ length: chance.happens(0.3) ? 2 : 1 }, () => {
    const { pincode, name, streets } = chance.pick(areas.slice(0, -1))
    return {
      id: uuid(),
      userId: id,
      fullName,
      phone,
      houseNo: `${chance.pick(houses)} ${chance.whole(1, 12)}0${chance.whole(1, 8)}, ${chance.pick(buildings)}`,
      landmark: chance.pick(landmarks),
      street: `${chance.pick<string>(streets)}, ${name}`,
      pincode,
      city: 'Mumbai',
      state: 'Maharashtra',
    }
  })
  return {
    id,
    fullName,
    phone,
    email: latin && chance.happens(0.6) ? `${fullName.toLowerCase().replace(' ', '.')}@mail.example` : '',
    gender: chance.happens(0.7) ? (isWoman ? 'Female' : 'Male') : '',
    country: chance.happens(0.6) ? 'India' : '',
    fcmToken: chance.happens(0.5) ? `sample:${chance.code(40)}` : null,
    referCode: `${latin ? fullName.slice(0, 3).toUpperCase() : 'DOS'}${chance.code(5)}`,
    addresses,
  }
}

/** Customers in the order in which they joined; the last ones were invited by earlier ones. */
export function planCustomers(chance: Chance, now: Date): Customer[] {
  const names = women.flatMap((name, i) => [
    { name, isWoman: true },
    { name: men[i] ?? name, isWoman: false },
  ])
  const planned: Customer[] = []
  for (const [index, { name, isWoman }] of names.entries()) {
    const isInvited = index >= names.length - invitedCount
    const daysAgo = isInvited
      ? memberDays - 2 - ((index - names.length + invitedCount) * (memberDays - 3)) / invitedCount
      : memberDays + 60 - index
    planned.push({
      ...person(chance, name, isWoman, index),
      joinedAt: new Date(now.getTime() - daysAgo * day),
      invitedBy: isInvited ? chance.pick(planned.slice(0, names.length - invitedCount)) : null,
      typesCode: index % 2 === 0,
    })
  }
  return planned
}
