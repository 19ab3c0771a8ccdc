import { useId, type ComponentProps, type ReactNode } from 'react'

type Wiring = { id: string; 'aria-invalid': boolean | undefined; 'aria-describedby': string | undefined }

type FieldProps = {
  label: string
  /** Message below the field; also marks it as invalid. */
  error?: string | undefined
  /** Marks the field as invalid without its own message (shared messages such as 'All fields is required'). */
  wrong?: boolean | undefined
  hint?: ReactNode
  className?: string
  children: (wiring: Wiring) => ReactNode
}

/** Label, control, hint and error message, linked for assistive technology. */
export function Field({ label, error, wrong = false, hint, className = '', children }: FieldProps) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={`flex min-w-0 flex-col gap-1.5 ${className}`}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error !== undefined || wrong || undefined,
        'aria-describedby': described || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

export type Labelled = Pick<FieldProps, 'label' | 'error' | 'wrong' | 'hint'>

export const Input = ({ className = '', ...rest }: ComponentProps<'input'>) => (
  <input className={`field ${className}`} {...rest} />
)

/** A labelled text field: `<TextField label="Name" {...register('name')} error={errors.name?.message} />`. */
export function TextField({
  label,
  error,
  wrong,
  hint,
  className,
  ...rest
}: Labelled & ComponentProps<'input'>) {
  return (
    <Field label={label} error={error} wrong={wrong} hint={hint} className={className ?? ''}>
      {(wiring) => <Input type="text" autoComplete="off" {...rest} {...wiring} />}
    </Field>
  )
}

export function TextArea({
  label,
  error,
  wrong,
  hint,
  className,
  ...rest
}: Labelled & ComponentProps<'textarea'>) {
  return (
    <Field label={label} error={error} wrong={wrong} hint={hint} className={className ?? ''}>
      {(wiring) => <textarea className="field" rows={4} {...rest} {...wiring} />}
    </Field>
  )
}

type Choice = { value: string; label: string }

type SelectProps = Labelled &
  ComponentProps<'select'> & {
    choices: readonly Choice[]
    /** First option, with the value ''. */
    placeholder?: string
  }

/** A native select, because it works best on phones and by keyboard, and needs no code. */
export function Select({ label, error, wrong, hint, className, choices, placeholder, ...rest }: SelectProps) {
  return (
    <Field label={label} error={error} wrong={wrong} hint={hint} className={className ?? ''}>
      {(wiring) => (
        <select className="field" {...rest} {...wiring}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {choices.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
