import { join } from 'node:path'
import { documentChecks } from './checks/documents.ts'
import { migrationChecks } from './checks/migrations.ts'
import { packageChecks } from './checks/packages.ts'
import { openRepository } from './checks/repository.ts'
import { sourceChecks } from './checks/sources.ts'
import { testChecks } from './checks/tests.ts'

const repository = openRepository(join(import.meta.dirname, '..'))

for (const { rule, problems } of [
  ...documentChecks,
  ...sourceChecks,
  ...testChecks,
  ...packageChecks,
  ...migrationChecks,
]) {
  const found = await problems(repository)
  console.log(`${found.length === 0 ? 'ok    ' : 'BROKEN'}  ${rule}`)
  for (const problem of found) console.log(`          ${problem}`)
  if (found.length > 0) process.exitCode = 1
}
