import type { Factor, Security } from '@kirana/contract/wire/second-factor'
import { Fingerprint, KeyRound, Plus, Smartphone } from 'lucide-react'
import { formatDateTime } from '#/lib/format.ts'
import { Button } from '#/ui/button.tsx'
import { knowsPasskeys } from './kinds.ts'
import type { What } from './factor-dialog.ts'

const since = ({ createdAt, usedAt }: Factor) =>
  usedAt
    ? `Last used ${formatDateTime(new Date(usedAt))}`
    : `Added ${formatDateTime(new Date(createdAt))}, not used yet`

const rowClass = 'flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line py-3'

/** The user's second factors and recovery codes, with buttons to add, renew and remove them. */
export function FactorList({
  security,
  onOpen,
}: {
  security: Security
  onOpen: (what: What | Factor) => void
}) {
  const { factors, recoveryCodes, isRequired } = security
  const hasApp = factors.some(({ kind }) => kind === 'totp')
  const mayHavePasskeys = security.hasPasskeys && knowsPasskeys()
  return (
    <section aria-labelledby="second-factor" className="card flex flex-col gap-4 p-5">
      <div>
        <h2 id="second-factor" className="text-lg font-semibold">
          Second factor
        </h2>
        <p className="mt-1 text-muted">
          {factors.length > 0
            ? `After your password you confirm with one of these.${isRequired ? ' Your role requires one.' : ''}`
            : 'Your password alone opens your account. Add an authenticator app, so that a stolen password does not.'}
        </p>
      </div>
      {factors.length > 0 && (
        <ul aria-label="Second factors" className="border-b border-line">
          {factors.map((factor) => {
            const Icon = factor.kind === 'totp' ? Smartphone : Fingerprint
            return (
              <li key={factor._id} className={rowClass}>
                <Icon aria-hidden size={18} className="shrink-0 text-muted" />
                <div className="min-w-0 flex-1 basis-40">
                  <p className="font-medium wrap-anywhere">{factor.name}</p>
                  <p className="text-sm text-muted">{since(factor)}</p>
                </div>
                <div className="flex gap-2">
                  {factor.kind === 'totp' && (
                    <Button variant="outline" size="small" onClick={() => onOpen('app')}>
                      Change phone
                    </Button>
                  )}
                  <Button
                    variant="outline"
                    size="small"
                    aria-label={`Remove ${factor.name}`}
                    onClick={() => onOpen(factor)}
                  >
                    Remove
                  </Button>
                </div>
              </li>
            )
          })}
          <li className={rowClass}>
            <KeyRound aria-hidden size={18} className="shrink-0 text-muted" />
            <div className="min-w-0 flex-1 basis-40">
              <p className="font-medium">Recovery codes</p>
              <p className={`text-sm ${recoveryCodes < 3 ? 'text-warn' : 'text-muted'}`}>
                {recoveryCodes === 0 ? 'None left' : `${recoveryCodes} left`}, for a lost phone
              </p>
            </div>
            <Button variant="outline" size="small" onClick={() => onOpen('codes')}>
              New codes
            </Button>
          </li>
        </ul>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {!hasApp && (
          <Button onClick={() => onOpen('app')}>
            <Plus aria-hidden />
            Add authenticator app
          </Button>
        )}
        {mayHavePasskeys && (
          <Button variant="outline" onClick={() => onOpen('passkey')}>
            <Plus aria-hidden />
            Add passkey
          </Button>
        )}
      </div>
      {!mayHavePasskeys && (
        <p className="text-sm text-muted">
          Passkeys need a domain name, HTTPS and a browser that supports them.
        </p>
      )}
    </section>
  )
}
