import { audit, type HistoryRow } from '@kirana/contract/audit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { read } from '#/lib/api.ts'
import { History } from './history.tsx'

const edit: HistoryRow = {
  _id: '1',
  at: '2025-11-21T07:46:00.000Z',
  person: 'Asha <b>',
  role: 'staff',
  call: 'charges.edit',
  parts: [
    { text: 'changed the charge ' },
    { text: 'Rain', to: { kind: 'charge', id: 'c', isDeleted: true } },
  ],
  changes: [
    { field: 'Amount', before: '₹15.50', after: '₹20.00' },
    { field: 'SAC', before: null, after: '9968' },
    { field: 'Maximum Amount', before: '₹500.00', after: '' },
  ],
  pictures: [],
}

function seen(rows: HistoryRow[]) {
  const client = new QueryClient()
  const { queryKey } = read(audit.of, { params: { objectId: 'x' }, query: { customers: false } })
  client.setQueryData(queryKey, rows)
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <History objectId="x" />
    </QueryClientProvider>,
  )
  return markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

test('shows each change as a sentence under its day in Kolkata, with old and new values', () => {
  const earlier = { ...edit, _id: '2', at: '2025-11-20T18:29:00.000Z', changes: [] }
  expect(seen([edit, earlier])).toBe(
    'History 21 Nov 2025 1:16 pm Asha &lt;b&gt; changed the charge Rain Amount ₹15.50 to → ₹20.00 SAC 9968 Maximum Amount ₹500.00 to → not set 20 Nov 2025 11:59 pm Asha &lt;b&gt; changed the charge Rain',
  )
})

test('collapses further fields, marks customers, and shows pictures', () => {
  const changes = Array.from({ length: 7 }, (_, n) => ({ field: `F${n}`, before: null, after: 'x' }))
  const pictures = [{ file: 'gone.webp', isRemoved: true, exists: false }]
  expect(seen([{ ...edit, role: 'customer', changes, pictures }])).toMatch(
    /Asha &lt;b&gt; \(customer\) changed .* F3 x 3 more fields F4 x F5 x F6 x Image removed$/,
  )
})

test('shows a message when there are no changes', () => {
  expect(seen([])).toBe('History No changes yet')
})
