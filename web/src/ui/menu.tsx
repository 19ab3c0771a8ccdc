import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { MENUS } from './menus.ts'

const itemClass =
  'flex min-h-9 cursor-default items-center gap-2.5 rounded-lg px-2.5 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-sunken dark:data-highlighted:bg-line coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0'

type Props = {
  trigger: ReactElement<Record<string, unknown>>
  align?: 'start' | 'end'
  open: boolean
  onOpenChange: (open: boolean) => void
  children: ReactNode
}

/** A dropdown menu of actions. */
export const Menu = ({ trigger, align = 'end', open, onOpenChange, children }: Props) => (
  <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
    <Base.Trigger render={trigger} />
    <Base.Portal container={document.getElementById(MENUS)}>
      <Base.Positioner align={align} sideOffset={6} className="z-50 outline-none">
        <Base.Popup className="min-w-44 origin-(--transform-origin) rounded-xl border border-line bg-raised p-1 text-ink shadow-float outline-none transition-[scale,opacity] duration-100 data-ending-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:scale-[0.98]">
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)

type ItemProps = { onSelect: () => void; destructive?: boolean; disabled?: boolean; children: ReactNode }

export const MenuItem = ({ onSelect, destructive = false, disabled = false, children }: ItemProps) => (
  <Base.Item
    className={`${itemClass} ${destructive ? 'text-bad' : ''}`}
    disabled={disabled}
    onClick={onSelect}
  >
    {children}
  </Base.Item>
)

/** A menu item that navigates; pass a router link without children. */
export const MenuLink = ({
  link,
  children,
}: {
  link: ReactElement<Record<string, unknown>>
  children: ReactNode
}) => (
  <Base.LinkItem className={itemClass} closeOnClick render={link}>
    {children}
  </Base.LinkItem>
)

export const MenuSeparator = () => <Base.Separator className="mx-1 my-1 h-px bg-line" />

type CheckProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  children: ReactNode
}

export const MenuCheck = ({ checked, onChange, disabled = false, children }: CheckProps) => (
  <Base.CheckboxItem checked={checked} onCheckedChange={onChange} disabled={disabled} className={itemClass}>
    <span className="grid size-4 place-items-center">
      <Base.CheckboxItemIndicator>
        <Check aria-hidden />
      </Base.CheckboxItemIndicator>
    </span>
    {children}
  </Base.CheckboxItem>
)
