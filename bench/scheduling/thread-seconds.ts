/** Seconds this thread has worked. On a quiet machine the same as the clock's; on a busy one, what is ours of them. */
export function threadSeconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e6;
}
