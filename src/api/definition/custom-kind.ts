import type { z } from 'zod';
import { type CelRule, type StructuralSchema, structuralSchema } from './structural-schema.ts';

/** The group of all our kinds, and the version that stays compatible. */
export const GROUP = 'plimsoll.dev';
export const VERSION = 'v1';

/** What `kubectl get` shows of an object. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'date';
  readonly jsonPath: string;
  readonly description: string;
  /** Above 0: with `-o wide` only. */
  readonly priority?: number;
}

/** A kind of ours: all that its CustomResourceDefinition is made from. */
export interface CustomKind {
  readonly kind: string;
  readonly plural: string;
  readonly singular: string;
  readonly shortName: string;
  /** One sentence, shown by `kubectl explain`. */
  readonly description: string;
  readonly spec: z.ZodType;
  readonly status: z.ZodType;
  /** What must hold of the object as a whole. */
  readonly rules: readonly CelRule[];
  readonly columns: readonly PrinterColumn[];
}

/** The name that the definition of a kind goes by. */
export const definitionName = ({ plural }: Pick<CustomKind, 'plural'>): string => `${plural}.${GROUP}`;

/** What of an object to be applied is looked at. */
export interface Definition {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly spec: object;
}

/** A kind's CustomResourceDefinition, as the API server takes it. */
export function customResourceDefinition(custom: CustomKind): Definition {
  const { kind, plural, singular, shortName, columns } = custom;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: definitionName(custom), labels: { 'app.kubernetes.io/name': 'plimsoll' } },
    spec: {
      group: GROUP,
      scope: 'Namespaced',
      names: { kind, listKind: `${kind}List`, plural, singular, shortNames: [shortName], categories: ['plimsoll'] },
      versions: [
        {
          name: VERSION,
          served: true,
          storage: true,
          subresources: { status: {} },
          additionalPrinterColumns: columns,
          schema: { openAPIV3Schema: objectSchema(custom) },
        },
      ],
    },
  };
}

function objectSchema({ description, spec, status, rules }: CustomKind): StructuralSchema {
  return {
    type: 'object',
    description,
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { type: 'object' },
      spec: structuralSchema(spec),
      status: structuralSchema(status),
    },
    ...(rules.length === 0 ? {} : { 'x-kubernetes-validations': rules }),
  };
}
