// a DNS subdomain
const longestName = 253;

/** `NAME.SUFFIX`: the object's name as far as an Event may carry it, which is stricter than some objects are. */
export function eventName(name: string, suffix: string): string {
  const room = longestName - suffix.length - 1;
  const labels = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]+/g, '-')
    .slice(0, room)
    .split('.')
    .map((label) => label.replaceAll(/^-+|-+$/g, ''));
  return [...labels.filter((label) => label !== ''), suffix].join('.');
}
