import { endOnSignal } from './command.ts'
import { finish, runSteps } from './report.ts'
import { steps } from './steps.ts'

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => steps.every((step) => step.name !== name))
if (unknown.length > 0) {
  console.error(
    `No step is called ${unknown.join(', ')}. There are: ${steps.map((step) => step.name).join(', ')}.`,
  )
  process.exit(2)
}
endOnSignal()
finish(await runSteps(wanted.length > 0 ? steps.filter((step) => wanted.includes(step.name)) : steps))
