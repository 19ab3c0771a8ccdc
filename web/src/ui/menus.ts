/**
 * The id of the element that open menus are put into. It is in the landmark, as all page content must be; a menu put beside
 * the content itself would have the browser style every row again.
 */
export const MENUS = 'menus'
