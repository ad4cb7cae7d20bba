/** Features that no page uses. Browsers allow every feature that the header omits, and warn about unknown names. */
const DENIED = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'display-capture',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'sync-xhr',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

/** Features that an embedded video needs. A frame's `allow` can only grant features that its page has. */
const VIDEO_FEATURES = ['autoplay', 'encrypted-media', 'fullscreen', 'picture-in-picture']

/** The `Permissions-Policy` of a page that may embed frames from these origins. */
export function permissionsPolicy(frames: readonly string[]): string {
  const allowed = frames.map((origin) => ` "${origin}"`).join('')
  return [
    ...DENIED.map((feature) => `${feature}=()`),
    ...VIDEO_FEATURES.map((feature) => (allowed ? `${feature}=(self${allowed})` : `${feature}=()`)),
  ].join(', ')
}
