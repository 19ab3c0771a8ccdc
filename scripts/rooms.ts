/**
 * The layers of the code base with rooms (folders), and which rooms each room may import. `boundaries.ts` turns all other
 * imports into lint errors.
 */

/** A folder of rooms. Each room may import `common` and the rooms named after it. */
export type Layer = { folder: string; common: string; rooms: Readonly<Record<string, readonly string[]>> }

export const services: Layer = {
  folder: 'server/src/services',
  common: 'shared',
  rooms: {
    approvals: ['claims', 'delivery', 'orders', 'picking', 'wallet'],
    catalogue: ['files'],
    delivery: ['invoices', 'orders', 'people', 'wallet'],
    claims: ['invoices', 'orders', 'stock', 'wallet'],
    files: [],
    gst: ['catalogue'],
    invoices: [],
    journal: [],
    messaging: [],
    operations: ['files', 'journal', 'reports'],
    orders: ['catalogue', 'invoices', 'stock', 'wallet'],
    payments: ['invoices', 'orders', 'wallet'],
    people: [],
    'photo-orders': [],
    picking: ['catalogue', 'invoices', 'orders', 'stock'],
    reports: ['catalogue'],
    shared: [],
    stock: [],
    wallet: ['files'],
  },
}

export const components: Layer = {
  folder: 'web/src/components',
  common: 'feedback',
  rooms: {
    approvals: ['forms', 'live', 'shell', 'tables'],
    cash: ['forms', 'shell', 'tables'],
    feedback: [],
    forms: [],
    gst: ['forms', 'security', 'shell', 'tables'],
    journal: [],
    live: [],
    reports: ['forms', 'shell', 'tables'],
    scanning: [],
    security: ['tables'],
    setup: [],
    shell: ['live', 'security'],
    tables: [],
  },
}

export const adminScreens: Layer = {
  folder: 'web/src/routes/admin',
  common: '-lists',
  rooms: {
    '-cash': [],
    '-board': ['-orders', '-people'],
    '-catalogue': [],
    '-claims': ['-photos'],
    '-dashboard': ['-orders'],
    '-delivery': [],
    '-dispatch': [],
    '-lists': [],
    '-opening': [],
    '-order': ['-claims', '-orders', '-payments', '-people'],
    '-orders': ['-people'],
    '-payments': [],
    '-payouts': [],
    '-people': ['-claims'],
    '-photo-orders': ['-photos'],
    '-photos': [],
    '-picking': ['-orders'],
    '-placing': ['-people', '-photos'],
    '-product-files': [],
    '-products': [],
    '-receipts': ['-stock'],
    '-round': ['-orders', '-picking'],
    '-stock': [],
  },
}

export const mayImport = ({ common, rooms }: Layer, from: string, to: string) =>
  to === common || (rooms[from] ?? []).includes(to)
