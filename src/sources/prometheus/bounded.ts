/** Like `Promise.all`, with so many under way at once. */
export async function bounded<In, Out>(
  atOnce: number,
  inputs: readonly In[],
  work: (input: In) => Promise<Out>,
): Promise<readonly Out[]> {
  const outputs: Out[] = Array.from({ length: inputs.length });
  const waiting = inputs.entries();
  const worker = async (): Promise<void> => {
    for (const [place, input] of waiting) outputs[place] = await work(input);
  };
  await Promise.all(Array.from({ length: Math.max(1, atOnce) }, worker));
  return outputs;
}
