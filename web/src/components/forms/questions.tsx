import { useRef, useState, type ChangeEvent, type ReactNode } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { Ask, Either } from '#/components/feedback/lazy.ts'

/**
 * A flag that an edit form begins with switched on, whatever the record has (specification, section 4). `now` is the
 * record's value.
 */
export type Flag<W extends FieldValues> = { name: Path<W>; now: boolean; means: 'enabled' | 'public' }

/** Why values may be wrong that are accepted all the same. */
export type Doubt = { title: string; description: string; action: string }

export type Questions<W extends FieldValues> = {
  /** Flags of the edited record that the form begins with switched on: saving asks before it switches one on. */
  flags?: readonly Flag<W>[] | undefined
  /** What to ask before the values are saved; null if nothing is in doubt. */
  doubtOf?: ((values: W) => Doubt | null) | undefined
}

const words = {
  enabled: { off: 'disabled', switchOn: 'enable it' },
  public: { off: 'private', switchOn: 'make it public' },
} as const
type Meaning = keyof typeof words

type FlagAnswer = 'keep' | 'switch on' | 'go back'

/**
 * Asks before a save: whether doubtful values are right, and whether to switch on a flag that the user did not change.
 * `confirm` returns the values to save, or null if the person goes back to the form.
 */
export function useQuestions<W extends FieldValues>(
  form: UseFormReturn<W>,
  { flags = [], doubtOf }: Questions<W>,
) {
  const operated = useRef(new Set<string>())
  const [dialog, setDialog] = useState<ReactNode>(null)

  async function ask<Answer>(question: (answer: (given: Answer) => void) => ReactNode) {
    const given = await new Promise<Answer>((answer) => setDialog(question(answer)))
    setDialog(null)
    return given
  }

  async function confirm(values: W): Promise<W | null> {
    const doubt = doubtOf?.(values) ?? null
    if (doubt && !(await ask<boolean>((answer) => <DoubtQuestion doubt={doubt} onAnswer={answer} />)))
      return null
    const changing = flags.filter(
      ({ name, now }) => !now && String(values[name]) === 'true' && !operated.current.has(name),
    )
    if (changing.length === 0) return values
    const meanings = changing.map(({ means }) => means)
    const given = await ask<FlagAnswer>((answer) => <FlagQuestion meanings={meanings} onAnswer={answer} />)
    if (given === 'go back') return null
    const on = given === 'switch on' ? 'true' : 'false'
    for (const { name } of changing) {
      operated.current.add(name)
      form.setValue(name, on as PathValue<W, Path<W>>)
    }
    return { ...values, ...Object.fromEntries(changing.map(({ name }) => [name, on])) }
  }

  return {
    confirm,
    dialog,
    /** The form's change handler: notes which selects the user changed. */
    onChange: ({ target }: ChangeEvent<HTMLFormElement>) => {
      if (target instanceof HTMLSelectElement) operated.current.add(target.name)
    },
  }
}

type DoubtProps = { doubt: Doubt; onAnswer: (isRight: boolean) => void }

const DoubtQuestion = ({ doubt, onAnswer }: DoubtProps) => (
  <Ask
    open
    onOpenChange={() => onAnswer(false)}
    destructive={false}
    onConfirm={() => onAnswer(true)}
    {...doubt}
  />
)

type FlagProps = { meanings: readonly Meaning[]; onAnswer: (answer: FlagAnswer) => void }

function FlagQuestion({ meanings, onAnswer }: FlagProps) {
  const off = meanings.map((one) => words[one].off).join(' and ')
  const switchOn = meanings.map((one) => words[one].switchOn).join(' and ')
  return (
    <Either
      open
      onOpenChange={() => onAnswer('go back')}
      title={`Keep it ${off}?`}
      description={`It is ${off} now. Saving this form would ${switchOn}.`}
      first={`Save and keep it ${off}`}
      onFirst={() => onAnswer('keep')}
      second={`Save and ${switchOn}`}
      onSecond={() => onAnswer('switch on')}
    />
  )
}
