/** Kinds of objects that the audit log names. */
export const auditKinds = [
  'product',
  'video',
  'section',
  'category',
  'subcategory',
  'keyword',
  'pincode',
  'coupon',
  'charge',
  'banner',
  'order',
  'manualOrder',
  'claim',
  'payment',
  'refund',
  'customer',
  'withdrawal',
  'contactMessage',
  'pushMessage',
  'staff',
  'role',
  'rider',
  'superadmin',
  'release',
  'company',
  'opening',
] as const
export type AuditKind = (typeof auditKinds)[number]

/** An object, or a stored `file`, whose name a sentence needs. */
export type Wanted = { kind: AuditKind | 'file'; id: string }
export type Name = { text: string; isDeleted: boolean }
/** The name of an object; null if it is unknown. A `file` is named by its key while it exists. */
export type Names = (kind: Wanted['kind'], id: string) => Name | null
