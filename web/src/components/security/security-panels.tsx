import type { Factor } from '@kirana/contract/wire/second-factor'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf, read } from '#/lib/api.ts'
import { factorsChanged } from '#/lib/session/factors.ts'
import type { SessionRole } from '#/lib/session/session.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { ErrorState } from '#/components/feedback/states.tsx'
import { securityCalls } from './calls.ts'
import { Devices } from './devices.tsx'
import type { What } from './factor-dialog.ts'
import { FactorList } from './factor-list.tsx'
import { kindsOf } from './kinds.ts'

// Loaded lazily, because they include validation and the QR code.
const AddApp = lazyComponent(async () => (await import('./add-app.tsx')).AddApp)
const AddPasskey = lazyComponent(async () => (await import('./add-passkey.tsx')).AddPasskey)
const NewCodes = lazyComponent(async () => (await import('./new-codes.tsx')).NewCodes)
const RemoveFactor = lazyComponent(async () => (await import('./remove-factor.tsx')).RemoveFactor)
const RecoveryCodes = lazyComponent(async () => (await import('./recovery-codes.tsx')).RecoveryCodes)

type Opened = { what: What | Factor; open: boolean; key: number }

/** Second factors, recovery codes and devices. `isEnrolling`: the user must set up a second factor first. */
export function SecurityPanels({ role, isEnrolling = false }: { role: SessionRole; isEnrolling?: boolean }) {
  const calls = securityCalls(role)
  const query = useQuery(read(calls.get, {}))
  const [opened, setOpened] = useState<Opened | null>(null)
  const [shown, setShown] = useState<readonly string[] | null>(null)
  const { data } = query
  if (!data)
    return query.isPending ? (
      <div className="card skeleton h-60" />
    ) : (
      <div className="card">
        <ErrorState message={messageOf(query.error)} onRetry={() => void query.refetch()} />
      </div>
    )

  const open = (what: Opened['what']) =>
    setOpened((before) => ({ what, open: true, key: (before?.key ?? 0) + 1 }))
  const kinds = kindsOf(data.factors)
  const dialog = opened && {
    role,
    kinds,
    open: opened.open,
    onOpenChange: (next: boolean) => setOpened({ ...opened, open: next }),
  }
  const reload = async () => {
    const { data: next, isSuccess } = await query.refetch()
    if (isSuccess) factorsChanged(role, kindsOf(next.factors))
  }
  /** Called when a dialog has changed something. New recovery codes are shown before the panels reload. */
  const changed = (codes: readonly string[] = []) => {
    setOpened((before) => before && { ...before, open: false })
    if (codes.length > 0) setShown(codes)
    else void reload()
  }
  const kept = () => {
    setShown(null)
    void reload()
  }
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <FactorList security={data} onOpen={open} />
      {!isEnrolling && <Devices role={role} devices={data.devices} />}
      {dialog && opened.what === 'app' && <AddApp key={opened.key} {...dialog} onAdded={changed} />}
      {dialog && opened.what === 'passkey' && <AddPasskey key={opened.key} {...dialog} onAdded={changed} />}
      {dialog && opened.what === 'codes' && <NewCodes key={opened.key} {...dialog} onMade={changed} />}
      {dialog && typeof opened.what === 'object' && (
        <RemoveFactor
          key={opened.key}
          {...dialog}
          factor={opened.what}
          isLast={data.factors.length === 1}
          isRequired={data.isRequired}
          onRemoved={() => changed()}
        />
      )}
      {shown && <RecoveryCodes codes={shown} onKept={kept} />}
    </div>
  )
}
