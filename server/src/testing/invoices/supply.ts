import { documentOf, type InvoiceData, type Supply } from '../../services/invoices/data.ts'

type Line = Supply['lines'][number]

export const line = (title: string, quantity: number, price: number, more: Partial<Line> = {}): Line => ({
  title,
  quantityText: '500 GM',
  quantity,
  price,
  total: price * quantity,
  hsn: '',
  rate: null,
  zeroKind: 'nil',
  ...more,
})

/** A consistent order of these lines, by default with a discount of 20 and a delivery charge of 25 rupees, in Maharashtra. */
export function supply(lines: Line[], more: Partial<Supply> = {}): Supply {
  const subtotal = lines.reduce((sum, { total }) => sum + total, 0)
  const { discount = 1500, referralDiscount = 500 } = more
  const charges = more.charges ?? [{ title: 'Delivery charge', amount: 2500, sac: '', rate: null }]
  const added = charges.reduce((sum, { amount }) => sum + amount, 0)
  return {
    orderId: 'KRN-42',
    orderedAt: '2026-11-20T18:00:00Z',
    paymentMethod: 'cod',
    seller: {
      name: 'Kirana Fresh Private Limited',
      address: 'Commerz II\nMumbai 400063',
      gstin: '27AAPFU0939F1ZV',
      fssai: '11521999000123',
      email: 'care@kirana.example',
      contact: '+919876543210',
      website: 'https://kirana.example',
    },
    registration: 'regular',
    buyer: { fullName: 'Asha Kulkarni', phone: '+919812345678' },
    address: {
      fullName: 'Ravi Kulkarni',
      phone: '+919898989898',
      houseNo: 'Flat 12B',
      landmark: 'City Hospital',
      street: 'MG Road',
      pincode: '400001',
      city: 'Mumbai',
      state: 'Maharashtra',
    },
    lines,
    subtotal,
    discount,
    couponName: 'DIWALI',
    referralDiscount,
    charges,
    total: subtotal - discount - referralDiscount + added,
    ...more,
  }
}

/** The invoice of an order. */
export const invoiceOf = (ordered: Supply, more: Partial<InvoiceData> = {}): InvoiceData => {
  const { seller, document } = documentOf(ordered)
  return {
    ...document,
    seller,
    number: '26-27/0000123',
    issuedAt: new Date('2026-11-20T20:15:00Z'),
    paymentStatus: 'due',
    ...more,
  }
}
