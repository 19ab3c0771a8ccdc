/** Number of calls of a path by response status, from the server's metrics. */
export async function answers(origin: string, path: string) {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  const counted = metrics.matchAll(/^kirana_http_seconds_count\{.*route="(.*)",status="(\d+)"\} (\d+)$/gm)
  const counts: Record<string, number> = {}
  for (const [, route, status = '', count] of counted)
    if (route === `/api/v1${path}`) counts[status] = (counts[status] ?? 0) + Number(count)
  return counts
}
