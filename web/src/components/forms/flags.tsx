import { useRef, useState, type ChangeEvent } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { Either } from '#/components/feedback/lazy.ts'

/**
 * A flag that an edit form begins with switched on, whatever the record has (specification, section 4). `now` is the
 * record's value.
 */
export type Flag<W extends FieldValues> = { name: Path<W>; now: boolean; means: 'enabled' | 'public' }

const words = {
  enabled: { off: 'disabled', switchOn: 'enable it' },
  public: { off: 'private', switchOn: 'make it public' },
} as const

type Answer = 'keep' | 'switch on' | 'go back'
/** `means`: the meaning of each flag that saving would switch on. */
type Question = { means: readonly (keyof typeof words)[]; answer: (answer: Answer) => void }

/**
 * Asks before a save switches on a flag that the user did not change: the form begins with it on, so saving another
 * change would put a disabled product on sale.
 */
export function useFlags<W extends FieldValues>(
  form: UseFormReturn<W>,
  flags: readonly Flag<W>[] | undefined,
) {
  const operated = useRef(new Set<string>())
  const [question, setQuestion] = useState<Question | null>(null)

  /** The values to save, or null if the person goes back to the form. */
  async function confirm(values: W): Promise<W | null> {
    const changing = (flags ?? []).filter(
      ({ name, now }) => !now && String(values[name]) === 'true' && !operated.current.has(name),
    )
    if (changing.length === 0) return values
    const answer = await new Promise<Answer>((resolve) =>
      setQuestion({ means: changing.map(({ means }) => means), answer: resolve }),
    )
    setQuestion(null)
    if (answer === 'go back') return null
    const on = answer === 'switch on' ? 'true' : 'false'
    for (const { name } of changing) {
      operated.current.add(name)
      form.setValue(name, on as PathValue<W, Path<W>>)
    }
    return { ...values, ...Object.fromEntries(changing.map(({ name }) => [name, on])) }
  }

  return {
    confirm,
    question,
    /** The form's change handler: notes which selects the user changed. */
    onChange: ({ target }: ChangeEvent<HTMLFormElement>) => {
      if (target instanceof HTMLSelectElement) operated.current.add(target.name)
    },
  }
}

export function FlagQuestion({ question }: { question: Question | null }) {
  if (question === null) return null
  const off = question.means.map((one) => words[one].off).join(' and ')
  const switchOn = question.means.map((one) => words[one].switchOn).join(' and ')
  return (
    <Either
      open
      onOpenChange={() => question.answer('go back')}
      title={`Keep it ${off}?`}
      description={`It is ${off} now. Saving this form would ${switchOn}.`}
      first={`Save and keep it ${off}`}
      onFirst={() => question.answer('keep')}
      second={`Save and ${switchOn}`}
      onSecond={() => question.answer('switch on')}
    />
  )
}
