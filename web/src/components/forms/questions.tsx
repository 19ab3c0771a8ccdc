import { useRef, useState, type ChangeEvent, type ReactNode } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { Ask, Either } from '#/components/feedback/lazy.ts'

/**
 * A flag that is switched on in every edit form, whatever the record's value is (specification, section 4). `now` is
 * the record's value.
 */
export type Flag<W extends FieldValues> = { name: Path<W>; now: boolean; means: 'enabled' | 'public' }

/** A question about values that are valid but may be wrong. */
export type Doubt = { title: string; description: string; action: string }

export type Questions<W extends FieldValues> = {
  /** Flags that the form shows as switched on. Saving asks before it enables one that is off in the record. */
  flags?: readonly Flag<W>[] | undefined
  /** The question to ask before the values are saved; null if there is none. */
  doubtOf?: ((values: W) => Doubt | null) | undefined
}

const words = {
  enabled: { off: 'disabled', switchOn: 'enable it' },
  public: { off: 'private', switchOn: 'make it public' },
} as const
type Meaning = keyof typeof words

type FlagAnswer = 'keep' | 'switch on' | 'go back'

/**
 * Asks before a save whether doubtful values are right, and whether to enable a flag that the user did not change.
 * `confirm` returns the values to save, or null if the user returns to the form.
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
    /** The form's change handler. Records which selects the user changed. */
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
