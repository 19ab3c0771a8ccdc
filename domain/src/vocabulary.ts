/** The words that several parts share, in their correct spelling. The product's spelling lives in the contract. */

export const deliveryStatuses = [
  'confirmed',
  'prepared',
  'dispatched',
  'outForDelivery',
  'delivered',
  'canceled',
] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** `due`: cash on delivery or an online payment still to come. */
export const paymentStatuses = ['due', 'paid', 'failed'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export const paymentMethods = ['cod', 'wallet', 'online'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export const manualOrderStatuses = ['waiting', 'delivered', 'canceled'] as const
export type ManualOrderStatus = (typeof manualOrderStatuses)[number]

/** Units a variant is sold in (specification, section 5). Shown and sent exactly so. */
export const units = ['GM', 'MG', 'Kilo', 'ML', 'L', 'PCS', 'Box', 'Cartoon', 'Bottles', 'Combo'] as const
export type Unit = (typeof units)[number]

/** Who signs in. */
export const roles = ['staff', 'superadmin', 'customer'] as const
export type Role = (typeof roles)[number]

/** How a coupon's discount or a charge's amount is meant. */
export const amountTypes = ['percentage', 'rupees'] as const
export type AmountType = (typeof amountTypes)[number]
