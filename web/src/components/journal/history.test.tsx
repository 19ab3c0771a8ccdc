import { audit, type HistoryRow } from '@kirana/contract/audit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { read } from '#/lib/api.ts'
import { History } from './history.tsx'

const edit: HistoryRow = {
  _id: '1',
  at: '2026-11-21T07:46:00.000Z',
  person: 'Asha <b>',
  role: 'staff',
  call: 'charges.edit',
  what: 'Changes an extra charge',
  changes: [
    { field: 'Amount', before: '1550', after: '2000' },
    { field: 'Title', before: null, after: '' },
    { field: 'Maximum', before: '0', after: null },
  ],
}

function seen(rows: HistoryRow[]) {
  const client = new QueryClient()
  client.setQueryData(read(audit.of, { params: { objectId: 'x' } }).queryKey, rows)
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

test('shows each change with old and new values, person and time', () => {
  expect(seen([edit])).toBe(
    'History Changes an extra charge Amount: 1550 to → 2000 Title: (empty) Maximum: 0 to → (none) Asha &lt;b&gt; (staff) 21 Nov 2026, 1:16 pm',
  )
})

test('collapses further fields and labels a change without a person', () => {
  const changes = Array.from({ length: 5 }, (_, n) => ({ field: `F${n}`, before: null, after: 'x' }))
  expect(seen([{ ...edit, person: '', changes }])).toMatch(/charge 5 fields F0: x .* F4: x Nobody signed in/)
})

test('shows a message when there are no changes', () => {
  expect(seen([])).toBe('History Nothing has been changed yet.')
})
