import type { Check, Repository } from './repository.ts'

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  allowScripts?: Record<string, boolean>
}

const manifests = ({ files, read }: Repository) =>
  files
    .filter((path) => /(^|\/)package\.json$/.test(path))
    .map((path) => ({ path, manifest: JSON.parse(read(path)) as Manifest }))

const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/

function loosePins(repository: Repository): string[] {
  return manifests(repository).flatMap(({ path, manifest }) =>
    Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    })
      .filter(([name, version]) => (name.startsWith('@kirana/') ? version !== '*' : !exact.test(version)))
      .map(([name, version]) => `${path} does not pin ${name} ${version}`),
  )
}

/** Install scripts run with the developer's permissions. Only `node` needs one, to install its binary. */
function installScripts(repository: Repository): string[] {
  return manifests(repository).flatMap(({ path, manifest }) =>
    Object.entries(manifest.allowScripts ?? {})
      .filter(([name, allowed]) => allowed && name !== 'node')
      .map(([name]) => `${path} allows ${name} to run an install script`),
  )
}

interface Lock {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>
}

/** `npm ci` rejects a lock file that lacks the optional package of any platform. */
function missingPlatforms({ files, read }: Repository): string[] {
  if (!files.includes('package-lock.json')) return ['There is no package-lock.json']
  const { packages } = JSON.parse(read('package-lock.json')) as Lock
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`])
      .map(
        (name) => `package-lock.json lacks ${name}, which ${path.replace(/.*node_modules\//, '')} may need`,
      ),
  )
}

export const packageChecks: Check[] = [
  { rule: 'every dependency is pinned to one version', problems: loosePins },
  { rule: 'only the package node may run an install script', problems: installScripts },
  { rule: 'the lock file has the packages of every platform', problems: missingPlatforms },
]
