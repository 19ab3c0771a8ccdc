import type { ComponentProps } from 'react'
import { Select } from '#/ui/field.tsx'

const choices = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
]

type Props = Omit<ComponentProps<typeof Select>, 'label' | 'choices' | 'hint'> & { isActive: boolean }

/** An edit starts at Active (specification, section 4): the present state stands beneath, so that nobody changes it unseen. */
export const ActiveSelect = ({ isActive, ...rest }: Props) => (
  <Select
    label="Active/Inactive"
    choices={choices}
    hint={`Currently ${isActive ? 'Active' : 'Inactive'}`}
    {...rest}
  />
)
