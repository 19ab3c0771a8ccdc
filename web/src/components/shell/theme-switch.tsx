import { Monitor, Moon, Sun } from 'lucide-react'
import { themes, useTheme } from '#/lib/browser/theme.ts'
import { IconButton } from '#/ui/button.tsx'

const icons = { system: Monitor, light: Sun, dark: Moon }

/** Cycles through system, light and dark; its label names the current one. */
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
