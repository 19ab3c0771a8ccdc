import type { Device } from '@kirana/contract/wire/second-factor'
import { useWrite } from '#/lib/api.ts'
import { formatDateTime } from '#/lib/format.ts'
import type { SessionRole } from '#/lib/session/session.ts'
import { Button } from '#/ui/button.tsx'
import { securityCalls } from './calls.ts'

const named = ({ browser }: Device) => browser || 'Unknown browser'

/** The devices on which the user is signed in. */
export function Devices({ role, devices }: { role: SessionRole; devices: readonly Device[] }) {
  const calls = securityCalls(role)
  const reload = [calls.get]
  const signOut = useWrite(calls.signOut, { reload })
  const signOutOthers = useWrite(calls.signOutOthers, { reload })
  return (
    <section aria-labelledby="devices" className="card flex flex-col gap-4 p-5">
      <div>
        <h2 id="devices" className="text-lg font-semibold">
          Devices
        </h2>
        <p className="mt-1 text-muted">
          Where you are logged in. Log out what you do not know, and change your password.
        </p>
      </div>
      <ul aria-label="Devices" className="border-b border-line">
        {devices.map((device) => (
          <li
            key={device._id}
            className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line py-3"
          >
            <div className="min-w-0 flex-1 basis-40">
              <p className="font-medium">
                {named(device)}
                {device.isThis && (
                  <span className="ml-2 rounded-full bg-ok-soft px-2 py-0.5 text-xs font-medium text-ok">
                    This one
                  </span>
                )}
              </p>
              <p className="text-sm text-muted">
                Logged in {formatDateTime(new Date(device.signedInAt))}, last used{' '}
                {formatDateTime(new Date(device.seenAt))}
              </p>
            </div>
            {!device.isThis && (
              <Button
                variant="outline"
                size="small"
                aria-label={`Log out ${named(device)}`}
                busy={signOut.isSending}
                onClick={() => signOut.send({ params: { id: device._id } })}
              >
                Log out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {devices.length > 1 && (
        <div>
          <Button variant="outline" busy={signOutOthers.isSending} onClick={() => signOutOthers.send({})}>
            Log out everywhere else
          </Button>
        </div>
      )}
    </section>
  )
}
