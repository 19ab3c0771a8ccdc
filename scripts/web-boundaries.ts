/** Forbidden imports of each folder of the screens. */
export const forbiddenOnWeb: Record<string, string[]> = {
  'web/src/lib/api.ts': [
    '#/components/tables/pager.tsx',
    '../components/tables/pager.tsx',
    '#/ui/button.tsx',
    '#/routes/index.tsx',
    '@kirana/server/config',
  ],
  'web/src/ui/button.tsx': [
    '#/components/tables/pager.tsx',
    '../components/tables/pager.tsx',
    '@kirana/contract/orders',
    '#/routes/index.tsx',
  ],
  'web/src/lib/age.ts': ['#/lib/live/bell.ts', './live/bell.ts'],
  'web/src/components/tables/pager.tsx': [
    '#/routes/index.tsx',
    '../../routes/index.tsx',
    '../../lib/api.ts',
    '../feedback/states.tsx',
    '#/components/forms/form-dialog.tsx',
    '#/components/shell/logo.tsx',
    '../../../../server/src/config.ts',
    '@kirana/server/config',
  ],
  'web/src/components/forms/form-dialog.tsx': [
    '#/components/tables/pager.tsx',
    '#/components/shell/logo.tsx',
  ],
  'web/src/components/feedback/states.tsx': [
    '#/components/tables/pager.tsx',
    '#/routes/index.tsx',
    '@kirana/server/config',
  ],
  'web/src/components/shell/shell.tsx': [
    '#/components/tables/pager.tsx',
    '#/components/forms/form-dialog.tsx',
    '#/routes/index.tsx',
  ],
  'web/src/routes/admin/orders.tsx': [
    '#/routes/admin/products.tsx',
    './products.tsx',
    '../index.tsx',
    '@kirana/server/config',
    '../../../../server/src/config.ts',
  ],
  'web/src/routes/admin/-products/form.tsx': [
    '../-orders/board.tsx',
    '../-people/address.ts',
    '../orders.tsx',
    '#/routes/admin/-lists/when.tsx',
    '@kirana/server/config',
  ],
  'web/src/routes/admin/-lists/when.tsx': ['../-orders/board.tsx', '../orders.tsx', '@kirana/server/config'],
  'web/src/routes/admin/-orders/board.tsx': [
    '../-dashboard/tiles.tsx',
    '../-products/form.tsx',
    '../orders.tsx',
    '@kirana/server/config',
  ],
  'web/src/routes/admin/-payments/columns.tsx': ['../-orders/board.tsx', '../payments.tsx'],
  'web/src/routes/admin/-dashboard/tiles.tsx': [
    '../-people/address.ts',
    '../dashboard.tsx',
    '@kirana/server/config',
  ],
}

/** Allowed imports of each folder of the screens. */
export const allowedOnWeb: Record<string, string[]> = {
  'web/src/lib/api.ts': [
    '@kirana/contract/route',
    '@kirana/domain/money',
    './notify.ts',
    '#/lib/notify.ts',
    '@tanstack/react-query',
  ],
  'web/src/ui/button.tsx': ['./icon.tsx', '#/ui/icon.tsx', 'clsx'],
  'web/src/lib/live/bell.ts': ['./chime.ts', '#/lib/stored.ts'],
  'web/src/components/tables/pager.tsx': [
    '#/ui/button.tsx',
    '#/lib/api.ts',
    '#/components/feedback/states.tsx',
    '@kirana/contract/orders',
    '@kirana/domain/money',
    './search-box.tsx',
  ],
  'web/src/components/feedback/states.tsx': ['#/ui/button.tsx', '#/lib/api.ts', './notices.tsx'],
  'web/src/components/shell/shell.tsx': [
    '#/components/feedback/states.tsx',
    '#/components/live/live-host.tsx',
    './logo.tsx',
  ],
  'web/src/routes/admin/orders.tsx': [
    '#/components/tables/pager.tsx',
    '#/lib/api.ts',
    '#/ui/button.tsx',
    '@kirana/contract/orders',
    '@kirana/domain/money',
    './-order-part.tsx',
    './-orders/board.tsx',
  ],
  'web/src/routes/admin/-products/form.tsx': [
    '#/components/tables/pager.tsx',
    '../-lists/when.tsx',
    './category-path-fields.tsx',
  ],
  'web/src/routes/admin/-lists/when.tsx': ['#/lib/format.ts', './choices.ts'],
  'web/src/routes/admin/-orders/board.tsx': [
    '../-lists/when.tsx',
    '../-people/address.ts',
    '../-payments/order-payment.tsx',
    './age.tsx',
  ],
  'web/src/routes/admin/-dashboard/tiles.tsx': ['../-lists/when.tsx', '../-orders/more-link.tsx'],
}
