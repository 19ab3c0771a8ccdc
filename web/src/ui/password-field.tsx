import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { Field, Input, type Labelled } from './field.tsx'

type Props = Labelled & Omit<ComponentProps<'input'>, 'type'>

/** A password field with a button to show or hide the password. */
export function PasswordField({ label, error, wrong, hint, className, ...rest }: Props) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field label={label} error={error} wrong={wrong} hint={hint} className={className ?? ''}>
      {(wiring) => (
        <div className="relative">
          <Input
            autoCapitalize="none"
            spellCheck={false}
            {...rest}
            {...wiring}
            type={isShown ? 'text' : 'password'}
            className="pr-11"
          />
          <button
            type="button"
            aria-label={isShown ? 'Hide what was typed' : 'Show what was typed'}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted hover:text-ink"
            onClick={() => setShown(!isShown)}
          >
            <Icon aria-hidden size={16} />
          </button>
        </div>
      )}
    </Field>
  )
}
