import { v7 as uuid } from 'uuid'
import type { Random } from './random.ts'
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

/**
 * A planned customer. `invitedBy` is a friend from the same list; `entersCode`: the friend's code is entered with the
 * first order instead of at sign-up.
 */
export type Customer = ReturnType<typeof person> & {
  joinedAt: Date
  invitedBy: Customer | null
  entersCode: boolean
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

function person(random: Random, fullName: string, isWoman: boolean, index: number) {
  const id = uuid()
  // The four zeros show that the numbers are invented.
  const phone = `+91${random.pick(['9', '8', '7', '6'])}0000${String(10_000 + ((index * 7919 + 1234) % 90_000))}`
  const latin = /^[A-Za-z ]+$/.test(fullName)
  const addresses = Array.from({ length: random.chance(0.3) ? 2 : 1 }, () => {
    const { pincode, name, streets } = random.pick(areas.slice(0, -1))
    return {
      id: uuid(),
      userId: id,
      fullName,
      phone,
      houseNo: `${random.pick(houses)} ${random.whole(1, 12)}0${random.whole(1, 8)}, ${random.pick(buildings)}`,
      landmark: random.pick(landmarks),
      street: `${random.pick<string>(streets)}, ${name}`,
      pincode,
      city: 'Mumbai',
      state: 'Maharashtra',
    }
  })
  return {
    id,
    fullName,
    phone,
    email: latin && random.chance(0.6) ? `${fullName.toLowerCase().replace(' ', '.')}@mail.example` : '',
    gender: random.chance(0.7) ? (isWoman ? 'Female' : 'Male') : '',
    country: random.chance(0.6) ? 'India' : '',
    fcmToken: random.chance(0.5) ? `sample:${random.code(40)}` : null,
    referCode: `${latin ? fullName.slice(0, 3).toUpperCase() : 'DOS'}${random.code(5)}`,
    addresses,
  }
}

/** Plans customers, in the order of joining; the last customers were invited by earlier ones. */
export function planCustomers(random: Random, now: Date): Customer[] {
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
      ...person(random, name, isWoman, index),
      joinedAt: new Date(now.getTime() - daysAgo * day),
      invitedBy: isInvited ? random.pick(planned.slice(0, names.length - invitedCount)) : null,
      entersCode: index % 2 === 0,
    })
  }
  return planned
}
