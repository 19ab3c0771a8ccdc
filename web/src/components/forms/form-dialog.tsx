import { createElement, useEffect } from 'react'
import type { FieldValues } from 'react-hook-form'
import { LOAD_FAILED } from '#/components/feedback/lazy-component.tsx'
import { lazyModule, useLazyModule } from '#/lib/lazy-module.ts'
import { notify } from '#/lib/notify.ts'
import type { FormWindowProps } from './form-window.tsx'

/** Dialogs and form validation load right after the screen, because a list does not need them until a form opens. */
const formWindow = lazyModule(async () => (await import('./form-window.tsx')).FormWindow)

/** A form in a dialog, as FormWindow describes it. */
export function FormDialog<W extends FieldValues>(props: FormWindowProps<W>) {
  useEffect(() => void formWindow.load().catch(() => {}), [])
  const Window = useLazyModule(formWindow, props.open, () => {
    notify('failure', LOAD_FAILED)
    props.onOpenChange(false)
  })
  return Window && createElement(Window<W>, props)
}
