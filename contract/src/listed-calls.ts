/**
 * The calls of the specification's section 7, copied by hand: access, method, path and request fields. `+` marks files.
 * `additional` and `ownSecurity` list calls that the specification does not have. `contract.test.ts` compares them with
 * the contract.
 */
export const specified = `
public     POST   /superadmin/login                                      username password
superadmin POST   /superadmin/*/forgot-password                          username password
superadmin GET    /superadmin/get
staff      GET    /staff/get
superadmin POST   /staff/add                                             name email username password
public     POST   /staff/login                                           username password
staff      POST   /staff/password/change                                 password
staff      GET    /dashboard/get/data/all
staff      GET    /product/catagory/list                                 sectionId isGetAll
staff      GET    /product/subcategory/get/all                           categoryId
staff      GET    /product/section/get/all
staff      GET    /keyward/get/all
staff      POST   /product/add                                           title subTitle description catagory category keyward mktBy mktDate expDate origin subcategory section loyaltyPoint
staff      PUT    /product/edit                                          title subTitle description catagory category keyward mktBy mktDate expDate origin subcategory section loyaltyPoint productId isActive
staff      GET    /product/get/single/*
staff      GET    /product/get/staff/all/*/20                            search
staff      DELETE /product/delete/*
staff      POST   /product/image/add                                     +productImg productId
staff      DELETE /product/image/delete/*/*
staff      POST   /product/variant/add                                   value unit mrp sellingPrice specialPrice discount productId
staff      PUT    /product/variant/update                                value unit mrp sellingPrice specialPrice discount productId variantId
staff      DELETE /product/variant/delete/*/*
staff      GET    /product/review/video/get/product/*
staff      POST   /product/review/video/add                              fullname url about productId
staff      PUT    /product/review/video/edit                             fullName url about productId videoId
staff      DELETE /product/review/video/delete/*
staff      GET    /product/section/add/*
staff      PUT    /product/section/edit                                  name sectionId
staff      DELETE /product/section/delete/*
staff      POST   /product/catagory/add                                  name +catagoryImg sectionId
staff      PUT    /product/catagory/edit                                 catagoryId sectionId status name +catagoryImg
staff      DELETE /product/catagory/delete/*
staff      POST   /product/subcategory/add                               name categoryId +subcategoryImg
staff      PUT    /product/subcategory/edit                              subCategoryId name +subcategoryImg
staff      DELETE /product/subcategory/delete/*
staff      POST   /keyward/add                                           name desc
staff      PUT    /keyward/edit                                          name keywardId isActive desc
staff      DELETE /keyward/delete/*
staff      GET    /pincode/get/all
staff      POST   /pincode/add                                           pincode desc
staff      PUT    /pincode/edit                                          pincode pincodeId isActive
staff      DELETE /pincode/delete/*
staff      GET    /coupon/admin/get/all
staff      POST   /coupon/add                                            couponName discount days discountType isPublic minimumAmount
staff      PUT    /coupon/edit                                           couponName discount days discountType isPublic minimumAmount couponId isActive
staff      DELETE /coupon/delete/*
staff      GET    /charges/admin/get/all
staff      POST   /charges/add                                           chargeAmount title chargeType maximumAmount minimumAmount isEnable
staff      PUT    /charges/update                                        chargeAmount title chargeType maximumAmount minimumAmount isEnable chargeId
staff      DELETE /charges/delete/*
superadmin GET    /company/get/data
superadmin PUT    /company/update                                        companyName email contact website gstNo address pointValueInMoney pointPerRefer discountPerRefer
staff      GET    /banners/all
staff      POST   /banners/add                                           +bannerImg
staff      DELETE /banners/delete/*
staff      GET    /payment/get/all/orders/staff/*                        keywords search
staff      GET    /payment/get/single/order/staff/*
staff      GET    /payment/change/delivary/status/*/*
staff      GET    /payment/referred/orders/*                             search
staff      GET    /manual/order/get/all/orders/*/30                      status
staff      POST   /manual/order/status/change                            status orderId
staff      GET    /contact/get/all
staff      GET    /user/get/all/user/staff/*                             search
staff      POST   /wallet/coin/add                                       userId point
staff      POST   /user/notification/send/single/user                    title body fcmToken
staff      POST   /user/notification/send/all                            title body
staff      GET    /wallet/get/all/withdrawals
staff      POST   /wallet/withdrawal/create                              +supportingDocs withdrawalId
staff      GET    /wallet/get/all/transanctions
superadmin GET    /release/get/all
superadmin POST   /release/add                                           buildNumber versionName description
superadmin PUT    /release/edit                                          buildNumber versionName description releaseId
superadmin DELETE /release/delete/*
`
export const additional = `
public     GET    /file/get/*
superadmin POST   /superadmin/logout
staff      POST   /staff/logout
superadmin GET    /staff/list
staff      GET    /payment/get/order/stages/staff
staff      GET    /product/export                                        search status
staff      GET    /product/import/template
staff      POST   /product/import/check                                  +csv
staff      POST   /product/import                                        +csv
staff      PUT    /product/active                                        productIds isActive
staff      PUT    /product/prices                                        changes
staff      PUT    /product/tax                                           productIds hsn gstRate gstFrom
staff      POST   /pincode/add/many                                      pincodes
staff      PUT    /product/image/order                                   productId images
staff      POST   /product/image/find                                    names
superadmin PUT    /staff/edit                                            staffId name email isActive
superadmin POST   /staff/password/reset                                  staffId password
staff,superadmin GET /events                                             as lastEventId
staff      GET    /wallet/get/entries/*/*
staff      GET    /user/notification/list
staff      GET    /user/notification/reach
staff,customer GET /invoice/*
staff      GET    /claim/get/all/*                                       state order customer
staff      GET    /claim/get/amount                                      claimId lines
staff      POST   /claim/add                                             userId orderId lines reason note lateReason +photos
staff      POST   /claim/refund                                          claimId actionId to lines restock
staff      POST   /claim/replace                                         claimId actionId lines
staff      POST   /claim/refuse                                          claimId reason
staff,superadmin GET /gst/month/*
staff,superadmin PUT /gst/month/filed                                month filed reason as
staff      GET    /gst/month/*/register gstin
staff      GET    /gst/month/*/gstr1 gstin
staff      GET    /gst/month/*/workbook gstin
staff      GET    /gst/month/*/tally gstin
customer   POST   /store/claims                                          orderId lines reason note +photos
customer   GET    /store/claims
staff      GET    /opening/get
staff      GET    /setup/staff/get
staff      PUT    /setup/staff/change
superadmin GET    /setup/superadmin/get
superadmin PUT    /setup/superadmin/change
staff      PUT    /opening/hours/edit                                    version week closedDays
staff      PUT    /opening/closed/change                                 isClosed closedUntil
staff      PUT    /opening/busy/change                                   busyMinutes
staff      GET    /stock/get/all/*                                       search filter
staff      PUT    /stock/count                                           variantId onHand reason undo
staff      POST   /stock/receive                                         variantId quantity expiry cost
staff      PUT    /stock/edit                                            variantId shelf lowAt barcodes
staff      GET    /stock/movements/*/*
staff      GET    /pick/get/*
staff      GET    /pick/swaps/*/*
staff      GET    /pick/find/*
staff      POST   /pick/claim                                            orderId takeOver
staff      POST   /pick/claim-round                                    orderIds takeOver
staff      POST   /pick/line                                             orderId line actionId found short swap grams
staff      POST   /pick/release                                          orderId
staff      POST   /pick/done                                             orderId actionId
superadmin PUT    /pick/override                                         orderId status reason
staff      GET    /pick/steps/*
staff      GET    /pick/put-back/get/all                                 orderId
staff      POST   /pick/put-back/done                                    orderId
staff      GET    /stock/labels                                         ids
staff      GET    /stock/export                                          search filter
staff      POST   /stock/import/check                                    +csv
staff      POST   /stock/import                                          wrong +csv
staff      GET    /payments/get/all/*                                    day
staff      GET    /wallet/get/all/withdrawals/*                          search state sort
staff      GET    /wallet/get/all/transanctions/*                        search sort
staff      GET    /contact/get/all/*                                     state sort
staff      GET    /payments/connection
staff      GET    /payments/faults
staff      POST   /payments/faults/settle/*
staff      POST   /payments/refund/*
staff      POST   /payments/refund/retry/*
staff      POST   /payments/refund/settle/*
staff      POST   /payments/settle/*
public     POST   /payments/razorpay/webhook
staff,customer GET /credit-note/*
staff,customer GET /challan/*
superadmin GET    /audit/list/*                                          person call object from to
superadmin GET    /audit/choices
superadmin GET    /audit/export                                          person call object from to
staff,superadmin GET /audit/of/*
superadmin GET    /superadmin/codes
superadmin POST   /superadmin/codes/test                                phone
public     POST   /store/session/code                                    phone
public     POST   /store/session                                         phone code fullName referCode
customer   DELETE /store/session
customer   GET    /store/me
customer   PUT    /store/me                                              fullName email gender country fcmToken addresses
public     GET    /store/catalogue
public     GET    /store/company
public     GET    /store/products                                        search categoryId subcategoryId sectionId cursor
public     GET    /store/products/*
customer   POST   /store/products/*/rating                               rating
public     POST   /store/quote                                           items coupon referCode pincode
customer   POST   /store/orders                                          items coupon referCode pincode addressId address payment expectedTotal
customer   GET    /store/orders                                          cursor
customer   GET    /store/orders/*
customer   POST   /store/orders/*/cancel
customer   POST   /store/orders/*/checkout
customer   POST   /store/manual-orders                                   +photos
customer   GET    /store/wallet
customer   POST   /store/wallet/withdrawals                              amount upiId bankAcNumber ifscCode
public     GET    /store/coupons
public     POST   /store/contact                                         name email phone msg
public     GET    /store/release
staff      GET    /user/export/*
staff      POST   /user/erase                                             userId lastDigits reason
superadmin GET    /role/get/all
superadmin POST   /role/add                                             name permissions
superadmin PUT    /role/edit                                            roleId name permissions
superadmin DELETE /role/delete/*
staff,superadmin GET /approval/get/all as
staff,superadmin GET /approval/get/rules as
staff      GET    /approval/get/own
staff      GET    /approval/get/about/*
staff,superadmin POST /approval/approve/* as
staff,superadmin POST /approval/refuse/* as reason
staff,superadmin GET /reports/today
staff,superadmin GET /reports/get                                       from to
staff,superadmin GET /reports/export/*                                  from to
staff      GET    /payment/export/orders/staff                          keywords search customer from to sort
staff      GET    /contact/get/user/*
staff      GET    /user/notes/*
staff      POST   /user/note/add                                        userId text
staff      DELETE /user/note/delete/*
staff      GET    /user/get/single/user/staff/*
staff      GET    /user/find                                            search
staff      PUT    /contact/state                                          messageId state version
superadmin POST   /staff/second-factor/reset                               staffId
staff      GET    /staff/security/fresh
staff,superadmin GET /reports/day-book                                  from to
staff,superadmin GET    /reports/day-book/csv from to
staff,superadmin GET    /reports/riders from to
staff,superadmin GET    /reports/riders/csv from to
staff,superadmin GET    /reports/claims from to
staff,superadmin GET    /reports/claims/csv from to
staff,superadmin GET    /reports/stock-value
staff,superadmin GET    /reports/stock-value/csv
staff,superadmin GET    /reports/margin from to
staff,superadmin GET    /reports/margin/csv from to
staff      POST   /pick/sign orderId isClosing
staff      GET    /scan/*
staff      GET    /rider/get/all
staff      POST   /rider/add name phone isActive cashLimit pin
staff      PUT    /rider/edit riderId name phone isActive cashLimit pin
staff      GET    /dispatch/get
staff      POST   /dispatch/assign riderId orders
staff      GET    /dispatch/label/*
staff      POST   /dispatch/return orderId
staff,superadmin GET    /cash/get
staff      POST   /cash/deposit riderId actionId expected counted
staff      POST   /cash/bank amount reference date actionId
staff,superadmin GET    /cash/get/day/*
staff      POST   /cash/till direction amount reason actionId
staff      POST   /cash/float riderId amount reason actionId
staff      POST   /cash/close actionId expected counted
superadmin POST   /cash/surplus countId decision reason actionId
superadmin POST   /cash/write-off riderId amount reason actionId
staff,superadmin GET    /cash/get/entries/*/*
staff      GET    /cash/upi/get/* unverified
staff      POST   /cash/upi/columns
staff      POST   /cash/upi/import date utr amount kind
staff      POST   /cash/upi/verify orderId verified
public     POST   /rider/login/code phone
public     POST   /rider/login phone code pin
rider      POST   /rider/logout
rider      GET    /rider/me
rider      POST   /rider/start orders
rider      POST   /rider/deliver orderId actionId paidBy received toWallet utr doorCode override
rider      POST   /rider/fail orderId actionId reason
staff      POST   /wallet/withdrawal/refuse withdrawalId reason
customer   GET    /store/wallet/withdrawals                               cursor
staff      POST   /stock/receipts supplier billNumber items
staff      GET    /stock/receipts/get/all/*
staff      GET    /stock/receipts/get/*
staff      POST   /stock/write-off variantId quantity reason note
staff      POST   /order/quote userId manualOrderId items coupon pincode payment
staff      POST   /order/place userId items coupon addressId address payment expectedTotal
staff      POST   /manual/order/place manualOrderId items coupon addressId address payment expectedTotal
staff      GET    /manual/order/get/single/*
staff      GET    /wallet/export/transanctions search from to sort
`
export const ownSecurity = `
public     POST   /ROLE/login/second code passkey
public     POST   /ROLE/login/second/passkey
ROLE       GET    /ROLE/security/get
ROLE       POST   /ROLE/security/confirm proof
ROLE       POST   /ROLE/security/passkey
ROLE       POST   /ROLE/security/totp/start proof password
ROLE       POST   /ROLE/security/totp/add code
ROLE       POST   /ROLE/security/passkey/start proof password
ROLE       POST   /ROLE/security/passkey/add name passkey
ROLE       POST   /ROLE/security/factor/remove factorId proof
ROLE       POST   /ROLE/security/recovery/new proof
ROLE       DELETE /ROLE/security/session/end/*
ROLE       POST   /ROLE/security/session/end-others
`
