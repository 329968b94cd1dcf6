export interface ShapePoint {
  readonly utilization: number;
  /** 0 to 10. */
  readonly score: number;
}

/** Between the points a straight line in whole numbers, beyond them flat; 0 to 100. */
export function brokenLine(shape: readonly ShapePoint[]): (utilization: bigint) => bigint {
  const points = shape.map((point) => ({ x: BigInt(point.utilization), y: BigInt(point.score) * 10n }));
  return (utilization) => {
    const next = points.findIndex((point) => utilization <= point.x);
    if (next <= 0) return (next === 0 ? points[0] : points.at(-1))!.y;
    const [from, to] = [points[next - 1]!, points[next]!];
    return from.y + ((to.y - from.y) * (utilization - from.x)) / (to.x - from.x);
  };
}
