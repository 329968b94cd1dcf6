import { z } from 'zod';
import type { Reading } from '#kube/decode/shapes.ts';
import { kindNames, readKinds } from '#sources/cluster-watch/kinds.ts';
import type { ObjectSchemas } from '#sources/recording/line-schema.ts';

/** What is kept of each kind as it comes from the API server is what a recording may hold of it. */
export const objectSchemas: ObjectSchemas = schemasOfKinds();

function schemasOfKinds(): ObjectSchemas {
  const schemas = kindNames.map((kind) => [kind, schemaOf(readKinds[kind].shape.reading)] as const);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its keys are the kinds, and each is an object
  return Object.fromEntries(schemas) as ObjectSchemas;
}

function schemaOf(reading: Reading): z.ZodType {
  switch (reading.kind) {
    case 'text':
    case 'raw-text':
      return z.string();
    case 'number':
      return z.number();
    case 'boolean':
      return z.boolean();
    case 'text-map':
      return z.record(z.string(), z.string());
    case 'json':
      return z.unknown();
    case 'nothing':
      return z.undefined();
    case 'list':
      return z.array(schemaOf(reading.element.reading));
    case 'shared':
      return schemaOf(reading.whole.reading);
    case 'fields':
      return z.object(
        Object.fromEntries(
          Object.entries(reading.fields).map(([key, shape]) => [key, schemaOf(shape.reading).optional()]),
        ),
      );
  }
}
