import { Monitor, Moon, Sun } from 'lucide-react'
import { themes, useTheme } from '#/lib/theme.ts'
import { IconButton } from '#/ui/button.tsx'

const icons = { system: Monitor, light: Sun, dark: Moon }

/** Goes from system to light to dark; says which it is. */
export function ThemeSwitch() {
  const { theme, choose } = useTheme()
  const Icon = icons[theme]
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
  return (
    <IconButton label={`Theme: ${theme}. Switch to ${next}`} onClick={() => choose(next)}>
      <Icon aria-hidden />
    </IconButton>
  )
}
