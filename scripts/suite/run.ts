import { endOnSignal } from '@kirana/testing/command'
import { finish, runSteps } from './report.ts'
import { steps } from './steps.ts'
import { suites } from './suites.ts'

const wanted = process.argv.slice(2)
const [name = '', ...words] = wanted
const suite = Object.hasOwn(suites, name) ? suites[name] : undefined
const unknown = suite ? [] : wanted.filter((word) => steps.every((step) => step.name !== word))
if (unknown.length > 0) {
  const names = [...steps.map((step) => step.name), ...Object.keys(suites)]
  console.error(`No step or suite is called ${unknown.join(', ')}. There are: ${names.join(', ')}.`)
  process.exit(2)
}
if (!suite) endOnSignal()
const chosen = wanted.length > 0 ? steps.filter((step) => wanted.includes(step.name)) : steps
finish(suite ? await suite(words) : await runSteps(chosen))
