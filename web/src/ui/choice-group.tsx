import { useState, type ComponentProps } from 'react'
import { afterPaint } from '#/lib/browser/after-paint.ts'

type Choice = { value: string; label: string }

type GroupProps = {
  legend: string
  /** Hides the legend visually. */
  hideLegend?: boolean
  choices: readonly Choice[]
  className?: string
}

const Legend = ({ legend, hideLegend = false }: Pick<GroupProps, 'legend' | 'hideLegend'>) => (
  <legend className={hideLegend ? 'sr-only' : 'mb-1.5 text-sm font-medium'}>{legend}</legend>
)

const row = 'flex min-h-8 cursor-pointer items-center gap-2 coarse:min-h-11'
const box = 'size-4 shrink-0 accent-brand'

type RadioProps = GroupProps & { name: string; value: string; onChange: (value: string) => void }

/** Radio buttons. The pressed one is rendered before `onChange` is called, because that may render a whole list. */
export function RadioGroup({ name, value, onChange, choices, className = '', ...legend }: RadioProps) {
  const [pressed, setPressed] = useState<{ value: string; over: string } | null>(null)
  // The value has changed, by this press or otherwise.
  if (pressed && pressed.over !== value) setPressed(null)
  const shown = pressed?.value ?? value
  return (
    <fieldset className={`min-w-0 ${className}`}>
      <Legend {...legend} />
      <div className="flex flex-wrap gap-x-5 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:whitespace-nowrap">
        {choices.map((choice) => (
          <label key={choice.value} className={row}>
            <input
              type="radio"
              name={name}
              className={box}
              value={choice.value}
              checked={choice.value === shown}
              onChange={() => {
                setPressed({ value: choice.value, over: value })
                afterPaint(() => onChange(choice.value))
              }}
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: string
  /** Hides the label visually. */
  hideLabel?: boolean
}

export function Checkbox({ label, hideLabel = false, ...rest }: CheckboxProps) {
  return (
    <label className={hideLabel ? `${row} w-fit coarse:min-w-11` : row}>
      <input type="checkbox" className={box} {...rest} />
      {hideLabel ? <span className="sr-only">{label}</span> : label}
    </label>
  )
}
