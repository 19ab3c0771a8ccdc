import type { api } from '@kirana/contract'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { v7 } from 'uuid'
import { boundWork } from './http/bound.ts'
import { serveDocuments } from './http/reference/documents.ts'
import { refuseEncodedBodies } from './http/encoded-bodies.ts'
import { answerErrors } from './http/error-handler.ts'
import { endStreams, watchSessions } from './http/event-stream.ts'
import { serveHealth } from './http/health.ts'
import { refuseForeignHosts } from './http/host.ts'
import { serveMetrics } from './http/metrics.ts'
import type { AppContext } from './context.ts'
import { MAX_STILL_MS } from './http/limits.ts'
import { logController, logging } from './http/log.ts'
import { proxyTrust, reportUnknownProxies } from './http/proxies.ts'
import { serveScreens } from './http/screens.ts'
import { serveSecurityTxt } from './routes/security-txt.ts'
import type { Served } from './http/serve.ts'
import { approvals } from './routes/approvals.ts'
import { audit } from './routes/audit.ts'
import { banners } from './routes/banners.ts'
import { cash } from './routes/cash.ts'
import { categories } from './routes/categories.ts'
import { charges } from './routes/charges.ts'
import { claims } from './routes/claims.ts'
import { codes } from './routes/codes.ts'
import { company } from './routes/company.ts'
import { contact } from './routes/contact.ts'
import { customerNotes } from './routes/customer-notes.ts'
import { coupons } from './routes/coupons.ts'
import { dashboard } from './routes/dashboard.ts'
import { dispatch } from './routes/dispatch.ts'
import { events } from './routes/events.ts'
import { files } from './routes/files.ts'
import { gst } from './routes/gst.ts'
import { invoices } from './routes/invoices.ts'
import { keywords } from './routes/keywords.ts'
import { manualOrders } from './routes/manual-orders.ts'
import { notifications } from './routes/notifications.ts'
import { opening } from './routes/opening.ts'
import { orders } from './routes/orders.ts'
import { payments } from './routes/payments.ts'
import { pick } from './routes/pick.ts'
import { pickRecords } from './routes/pick-records.ts'
import { pincodes } from './routes/pincodes.ts'
import { prices } from './routes/prices.ts'
import { productFiles } from './routes/product-files.ts'
import { productImages } from './routes/product-images.ts'
import { products } from './routes/products.ts'
import { receipts } from './routes/receipts.ts'
import { releases } from './routes/releases.ts'
import { reports } from './routes/reports.ts'
import { rider } from './routes/rider.ts'
import { riders } from './routes/riders.ts'
import { roles } from './routes/roles.ts'
import { staffSecurity, superadminSecurity } from './routes/security.ts'
import { scans } from './routes/scans.ts'
import { sections } from './routes/sections.ts'
import { setup } from './routes/setup.ts'
import { staffOrders } from './routes/staff-orders.ts'
import { staff } from './routes/staff.ts'
import { stockFiles } from './routes/stock-files.ts'
import { stock } from './routes/stock.ts'
import { storeCatalogue } from './routes/store/catalogue.ts'
import { storeClaims } from './routes/store/claims.ts'
import { storeCompany } from './routes/store/company.ts'
import { storeContact } from './routes/store/contact.ts'
import { storeCoupons } from './routes/store/coupons.ts'
import { storeManualOrders } from './routes/store/manual-orders.ts'
import { storeMe } from './routes/store/me.ts'
import { storeOrders } from './routes/store/orders.ts'
import { storePayments } from './routes/store/payments.ts'
import { storeProducts } from './routes/store/products.ts'
import { storeRelease } from './routes/store/release.ts'
import { storeSession } from './routes/store/session.ts'
import { storeWallet } from './routes/store/wallet.ts'
import { subcategories } from './routes/subcategories.ts'
import { superadmin } from './routes/superadmin.ts'
import { upi } from './routes/upi.ts'
import { users } from './routes/users.ts'
import { variants } from './routes/variants.ts'
import { videos } from './routes/videos.ts'
import { wallet } from './routes/wallet.ts'
import { withdrawals } from './routes/withdrawals.ts'

/** The handlers of every group of the contract; a missing group is a type error. */
const groups: Record<keyof typeof api, Served> = {
  superadmin,
  staff,
  roles,
  dashboard,
  reports,
  orders,
  staffOrders,
  payments,
  riders,
  dispatch,
  cash,
  upi,
  rider,
  files,
  invoices,
  keywords,
  charges,
  coupons,
  pincodes,
  events,
  audit,
  staffSecurity,
  superadminSecurity,
  storeSession,
  storeMe,
  storeCatalogue,
  storeCompany,
  storeProducts,
  storeOrders,
  storePayments,
  storeCoupons,
  products,
  prices,
  productFiles,
  productImages,
  variants,
  stock,
  receipts,
  pick,
  pickRecords,
  scans,
  stockFiles,
  videos,
  sections,
  categories,
  subcategories,
  company,
  opening,
  setup,
  banners,
  manualOrders,
  claims,
  gst,
  contact,
  customerNotes,
  users,
  wallet,
  withdrawals,
  approvals,
  releases,
  codes,
  storeManualOrders,
  storeClaims,
  storeRelease,
  storeContact,
  storeWallet,
  notifications,
}

/** Security headers of every response: same-origin resources, no inline scripts, no framing; videos from YouTube. */
const policy = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'self'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'font-src': ["'self'"],
      'frame-src': ['https://www.youtube-nocookie.com'],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    },
  },
  crossOriginResourcePolicy: { policy: 'same-site' as const },
  frameguard: { action: 'deny' as const },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
}

/** Security headers of the response to a malformed URL, for which Fastify runs no hooks. */
const unreadable = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': policy.referrerPolicy.policy,
}

/** Builds the server: API, live events, API reference, health checks and the web app. */
export async function buildApp(context: AppContext) {
  const app = fastify({
    logger: logging(context.config.logLevel),
    logController,
    genReqId: () => v7(),
    trustProxy: proxyTrust(context.config),
    bodyLimit: 100 * 1024,
    requestTimeout: 120_000,
    connectionTimeout: MAX_STILL_MS,
    exposeHeadRoutes: false,
    return503OnClosing: true,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      reply
        .headers(unreadable)
        .code(400)
        .send({ message: 'The address could not be read', code: 'malformed' })
    },
  })
  answerErrors(app)
  app.decorateRequest('who', null)
  app.decorateRequest('admittedAt', 0)
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
  app.addHook('preClose', (done) => {
    endStreams()
    done()
  })
  const unwatch = await watchSessions(context, (error) =>
    app.log.error({ err: error }, 'live streams could not be checked'),
  )
  app.addHook('onClose', unwatch)
  await app.register(cookie)
  await app.register(helmet, policy)
  refuseForeignHosts(app, context.config)
  reportUnknownProxies(app, context.config)
  refuseEncodedBodies(app)
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], globalDecompression: false })
  if (context.config.webOrigins.length > 0) allowOtherOrigins(app, context.config.webOrigins)
  const work = boundWork(app, context)
  serveHealth(app, context)
  serveMetrics(app, context, work)
  serveDocuments(app)
  serveSecurityTxt(app, context)
  for (const [name, served] of Object.entries(groups)) served.register(app, context, name)
  await serveScreens(app)
  return app
}

/** CORS: pages of the listed origins may call with credentials; pages of other origins can't read responses. */
function allowOtherOrigins(app: FastifyInstance, origins: readonly string[]) {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (!origin || !origins.includes(origin)) return
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
    })
    if (request.method !== 'OPTIONS') return
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST, PUT, DELETE',
        'access-control-allow-headers':
          'content-type, authorization, idempotency-key, last-event-id, x-kirana-person, x-requested-with',
        'access-control-max-age': '600',
      })
      .send()
  })
}
