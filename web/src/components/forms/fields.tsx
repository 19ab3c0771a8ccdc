import { FIRST_DAY, LAST_DAY } from '@kirana/domain/day'
import type { ComponentProps } from 'react'
import * as plain from '#/ui/field.tsx'
import { useField } from './form-context.ts'

type Bound<Props> = Omit<Props, 'name' | 'label' | 'wrong'> & {
  /** The field's name in the form around it. */
  name: string
  /** Default: the form's label for the name. */
  label?: string
}

type TextProps = Bound<ComponentProps<typeof plain.TextField>>
type AreaProps = Bound<ComponentProps<typeof plain.TextArea>>
type SelectProps = Bound<ComponentProps<typeof plain.Select>>

export const TextField = ({ name, label, error, onChange, ...rest }: TextProps) => (
  <plain.TextField
    {...(rest.type === 'date' && { min: FIRST_DAY, max: LAST_DAY })}
    {...rest}
    {...useField(name, { label, error, onChange })}
  />
)

export const TextArea = ({ name, label, error, onChange, ...rest }: AreaProps) => (
  <plain.TextArea {...rest} {...useField(name, { label, error, onChange })} />
)

export const SelectField = ({ name, label, error, onChange, ...rest }: SelectProps) => (
  <plain.Select {...rest} {...useField(name, { label, error, onChange })} />
)

type FlagProps = Omit<SelectProps, 'choices' | 'hint'> & {
  /** Labels of the two options. */
  words: readonly [yes: string, no: string]
  /** The record's value in words, as a hint, because every edit starts with yes selected (specification, section 4). */
  now?: string | undefined
}

/** A yes/no select with the values 'true' and 'false'. */
export const FlagField = ({ words: [yes, no], now, ...rest }: FlagProps) => (
  <SelectField
    choices={[
      { value: 'true', label: yes },
      { value: 'false', label: no },
    ]}
    hint={now && `Currently ${now}`}
    {...rest}
  />
)
