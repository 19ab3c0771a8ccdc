import { createElement } from 'react'
import { lazyModule, useLazyModule } from '#/lib/lazy-module.ts'
import { notify } from '#/lib/notify.ts'
import { pickQuestion } from '#/lib/outbox/pick-question.ts'
import { useStore } from '#/lib/store.ts'

const dialog = lazyModule(async () => (await import('./pick-question.tsx')).PickQuestionDialog)

/** Asks what to do with a pick that a status change would lose, whichever screen set the status. */
export function PickQuestionHost() {
  const question = useStore(pickQuestion)
  const Loaded = useLazyModule(dialog, question !== null, () => {
    pickQuestion.set(null)
    if (question) notify('failure', question.message)
  })
  return Loaded && createElement(Loaded, { question })
}
