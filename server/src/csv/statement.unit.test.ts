import { expect, test } from 'vitest'
import { readCsv } from './read.ts'
import { likelyColumns, readStatement, statementColumns } from './statement.ts'

const linesOf = (...rows: string[]) => readCsv(rows.join('\n')).rows
const kotak = linesOf(
  'Account,1234567890',
  'Sl. No.,Date,Description,Chq / Ref number,Amount,Dr / Cr,Balance,Dr / Cr',
  '1,27-11-2026,UPI/RAVI/433399990001,UPI-1,500.00,DR,"9,500.00",CR',
  '2,27-11-2026,UPI/MEERA/433312345678,UPI-2,160.00,CR,"9,660.00",CR',
  'Closing balance,,,,,,"9,660.00",CR',
)
const ofKotak = { date: 'Date', utr: 'Description', amount: 'Amount', kind: 'Dr / Cr' }
const amountsOf = (columns: typeof ofKotak, lines = kotak) => {
  const { credits, skipped } = readStatement(lines, columns)
  return [credits.map(({ row, amount }) => [row, amount]), skipped]
}

test.each([
  ['Kotak', kotak, ofKotak],
  [
    'ICICI',
    linesOf(
      'Value Date,Transaction Remarks,Withdrawal Amount (INR ),Deposit Amount (INR ),Balance (INR )',
      '27/11/2026,UPI/433399990001,500.00,,9500.00',
    ),
    { date: 'Value Date', utr: 'Transaction Remarks', amount: 'Deposit Amount (INR )', kind: '' },
  ],
  [
    'ICICI for companies',
    linesOf(
      'No.,Transaction ID,Value Date,Description,Cr/Dr,Transaction Amount(INR),Available Balance(INR)',
      '1,S1,27/11/2026,UPI/433399990001,DR,500.00,9500.00',
    ),
    { date: 'Value Date', utr: 'Description', amount: 'Transaction Amount(INR)', kind: 'Cr/Dr' },
  ],
  [
    'Axis',
    linesOf('Tran Date,PARTICULARS,DR,CR,BAL', '27-11-2026,UPI/433399990001,500.00,,9500.00'),
    { date: 'Tran Date', utr: 'PARTICULARS', amount: 'CR', kind: '' },
  ],
  [
    'HDFC',
    linesOf(
      'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance',
      '27/11/26,UPI-433399990001,0000,27/11/26,500.00,,9500.00',
    ),
    { date: 'Date', utr: 'Narration', amount: 'Deposit Amt.', kind: '' },
  ],
  [
    'a file with a type of each row',
    linesOf('Date,Ref,Type,Amount', '27/11/2026,433399990001,Debit,500.00'),
    { date: 'Date', utr: 'Ref', amount: 'Amount', kind: 'Type' },
  ],
  [
    'a file with other types',
    linesOf('Date,Ref,Type,Amount', '27/11/2026,433399990001,UPI,-500.00'),
    { date: 'Date', utr: 'Ref', amount: 'Amount', kind: '' },
  ],
] as const)('suggests the column of the credits for %s', (_, lines, expected) => {
  expect(likelyColumns(lines, null)).toEqual(expected)
})

test('the remembered columns are suggested, unless they name debits', () => {
  const remembered = { date: 'Date', utr: 'Chq / Ref number', amount: 'Amount', kind: '' }
  expect(statementColumns(kotak)).toContain('Chq / Ref number')
  expect(likelyColumns(kotak, remembered)).toEqual({ ...remembered, kind: 'Dr / Cr' })
  const icici = linesOf('Value Date,Ref,Withdrawal Amount,Deposit Amount', '27/11/2026,1,500.00,')
  const before = { date: 'Value Date', utr: 'Ref', amount: 'Withdrawal Amount', kind: '' }
  expect(likelyColumns(icici, before)).toEqual({ ...before, amount: 'Deposit Amount' })
})

test('of a column with credits and debits only the rows that say credit count', () => {
  expect(amountsOf(ofKotak)).toEqual([[[4, 16_000]], 2])
  const other = linesOf(
    'Date,Ref,Amount,Kind',
    '27/11/2026,1,5.00,CR',
    '27/11/2026,2,5.00,',
    '27/11/2026,3,5.00,X',
  )
  expect(amountsOf({ date: 'Date', utr: 'Ref', amount: 'Amount', kind: 'Kind' }, other)).toEqual([
    [[2, 500]],
    2,
  ])
})

test('refuses to count debits as credits', () => {
  const refused = (message: string) =>
    expect.objectContaining({ status: 422, code: 'columns', message }) as unknown
  expect(() => readStatement(kotak, { ...ofKotak, kind: '' })).toThrow(
    refused('Choose Dr / Cr as the column that says credit or debit: some amounts were debited'),
  )
  const nameless = linesOf('Date,Ref,Amount,', '27/11/2026,433399990001,500.00,DR')
  const columns = { date: 'Date', utr: 'Ref', amount: 'Amount', kind: '' }
  expect(() => readStatement(nameless, columns)).toThrow('A column without a name says which amounts')
  const two = linesOf('Date,Ref,Withdrawal,Deposit', '27/11/2026,433399990001,500.00,')
  expect(() => readStatement(two, { ...columns, amount: 'Withdrawal' })).toThrow(
    'The column Withdrawal has the amounts debited',
  )
})

test('the kind of the balance does not count where credits have a column of their own', () => {
  const lines = linesOf(
    'Date,Ref,Debit,Credit,Balance,Dr/Cr',
    '27/11/2026,433312345678,,160.00,"9,000.00",DR',
  )
  const chosen = { date: 'Date', utr: 'Ref', amount: 'Credit', kind: '' }
  expect(likelyColumns(lines, null)).toEqual(chosen)
  expect(amountsOf(chosen, lines)).toEqual([[[2, 16_000]], 0])
})
