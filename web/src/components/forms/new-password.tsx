import type { ComponentProps } from 'react'
import { PasswordField } from '#/ui/password-field.tsx'
import { useField } from './form-context.ts'

type Props = Omit<ComponentProps<typeof PasswordField>, 'name' | 'label' | 'wrong'> & {
  name: string
  label?: string
}

/** A field for a new password, bound to the form around it. */
export const NewPassword = ({ name, label, error, onChange, ...rest }: Props) => (
  <PasswordField autoComplete="new-password" {...rest} {...useField(name, { label, error, onChange })} />
)
