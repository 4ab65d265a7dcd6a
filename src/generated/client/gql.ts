/* eslint-disable */
import * as types from './graphql.ts';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "subscription RunEvents($runId: ID!, $after: String) {\n  runEvents(runId: $runId, after: $after) {\n    __typename\n    seq\n    cursor\n    at\n  }\n}": typeof types.RunEventsDocument,
    "query Run($id: ID!) {\n  run(id: $id) {\n    id\n    status\n    terminationReason\n    summary\n    error {\n      code\n      message\n    }\n    stepCount\n    durationMs\n    usage {\n      totalTokens\n      costUsd\n    }\n  }\n}": typeof types.RunDocument,
    "mutation TriggerRun($input: TriggerRunInput!) {\n  triggerRun(input: $input) {\n    __typename\n    ... on Run {\n      id\n      status\n    }\n    ... on Error {\n      code\n      message\n    }\n  }\n}": typeof types.TriggerRunDocument,
};
const documents: Documents = {
    "subscription RunEvents($runId: ID!, $after: String) {\n  runEvents(runId: $runId, after: $after) {\n    __typename\n    seq\n    cursor\n    at\n  }\n}": types.RunEventsDocument,
    "query Run($id: ID!) {\n  run(id: $id) {\n    id\n    status\n    terminationReason\n    summary\n    error {\n      code\n      message\n    }\n    stepCount\n    durationMs\n    usage {\n      totalTokens\n      costUsd\n    }\n  }\n}": types.RunDocument,
    "mutation TriggerRun($input: TriggerRunInput!) {\n  triggerRun(input: $input) {\n    __typename\n    ... on Run {\n      id\n      status\n    }\n    ... on Error {\n      code\n      message\n    }\n  }\n}": types.TriggerRunDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "subscription RunEvents($runId: ID!, $after: String) {\n  runEvents(runId: $runId, after: $after) {\n    __typename\n    seq\n    cursor\n    at\n  }\n}"): (typeof documents)["subscription RunEvents($runId: ID!, $after: String) {\n  runEvents(runId: $runId, after: $after) {\n    __typename\n    seq\n    cursor\n    at\n  }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Run($id: ID!) {\n  run(id: $id) {\n    id\n    status\n    terminationReason\n    summary\n    error {\n      code\n      message\n    }\n    stepCount\n    durationMs\n    usage {\n      totalTokens\n      costUsd\n    }\n  }\n}"): (typeof documents)["query Run($id: ID!) {\n  run(id: $id) {\n    id\n    status\n    terminationReason\n    summary\n    error {\n      code\n      message\n    }\n    stepCount\n    durationMs\n    usage {\n      totalTokens\n      costUsd\n    }\n  }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation TriggerRun($input: TriggerRunInput!) {\n  triggerRun(input: $input) {\n    __typename\n    ... on Run {\n      id\n      status\n    }\n    ... on Error {\n      code\n      message\n    }\n  }\n}"): (typeof documents)["mutation TriggerRun($input: TriggerRunInput!) {\n  triggerRun(input: $input) {\n    __typename\n    ... on Run {\n      id\n      status\n    }\n    ... on Error {\n      code\n      message\n    }\n  }\n}"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;