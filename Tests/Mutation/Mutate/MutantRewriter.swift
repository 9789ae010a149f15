import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Replaces each expression by a runtime choice between it and its mutant, so that all mutants are compiled at once.
final class MutantRewriter: SyntaxRewriter {
    private(set) var mutants: [Mutant] = []
    private let module: String
    private let file: String
    /// The descriptions of mutants that do not compile, which still have numbers.
    private let dropped: Set<String>
    private let locations: SourceLocationConverter
    private let firstID: Int

    /// The text with its mutants. Lines are where they were.
    static func rewrite(
        _ source: String, module: String, file: String, firstID: Int, dropped: Set<String>
    ) throws -> (text: String, mutants: [Mutant]) {
        let tree = try OperatorTable.standardOperators.foldAll(Parser.parse(source: source))
        let rewriter = MutantRewriter(tree, module: module, file: file, firstID: firstID, dropped: dropped)
        let text = rewriter.rewrite(tree).description
        return (text, rewriter.mutants)
    }

    private init(_ tree: Syntax, module: String, file: String, firstID: Int, dropped: Set<String>) {
        self.module = module
        self.file = file
        self.firstID = firstID
        self.dropped = dropped
        locations = SourceLocationConverter(fileName: file, tree: tree)
        super.init()
    }

    /// Registers a mutant; nil if it is dropped.
    private func id(_ operation: String, _ node: some SyntaxProtocol) -> Int? {
        let id = firstID + mutants.count
        let first = locations.location(for: node.positionAfterSkippingLeadingTrivia).line
        let last = locations.location(for: node.endPositionBeforeTrailingTrivia).line
        let code = node.trimmedDescription.split { $0.isWhitespace }.joined(separator: " ")
        let mutant = Mutant(
            id: id, module: module, file: file, lines: first...last, operation: operation,
            code: String(code.prefix(100)))
        mutants.append(mutant)
        return dropped.contains(mutant.description) ? nil : id
    }

    /// An expression with this text, with the trivia of another one.
    private func expression(_ text: String, around node: some SyntaxProtocol) -> ExprSyntax {
        ExprSyntax(
            DeclReferenceExprSyntax(
                baseName: .identifier(text, leadingTrivia: node.leadingTrivia, trailingTrivia: node.trailingTrivia)))
    }

    private func call(_ function: String, _ id: Int?, _ node: ExprSyntax) -> ExprSyntax {
        guard let id else { return node }
        return expression("\(function)(\(id), \(node.trimmedDescription))", around: node)
    }

    // MARK: Expressions

    override func visit(_ node: InfixOperatorExprSyntax) -> ExprSyntax {
        guard let name = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text,
            let mutation = OperatorMutation.all[name]
        else { return super.visit(node) }
        let isWithNil = node.rightOperand.is(NilLiteralExprSyntax.self)
        let id = id("\(name) becomes \(mutation.replacement)", node)
        let visited = super.visit(node)
        guard let id, let children = visited.as(InfixOperatorExprSyntax.self) else { return visited }
        let left = children.leftOperand.trimmedDescription
        if isWithNil, name == "==" || name == "!=" {
            return expression("\(name == "==" ? "mutantIsNil" : "mutantIsNotNil")(\(id), \(left))", around: children)
        }
        let separator = children.operator.leadingTrivia.description + "," + children.operator.trailingTrivia.description
        let reference = name == "+=" || name == "-=" ? "&" : ""
        let right = children.rightOperand.leadingTrivia.description + children.rightOperand.trimmedDescription
        return expression(
            "\(mutation.function)(\(id), \(reference)\(left)"
                + "\(children.leftOperand.trailingTrivia.description)\(separator)\(right))", around: children)
    }

    override func visit(_ node: IntegerLiteralExprSyntax) -> ExprSyntax {
        isInLongLiteral(node) ? ExprSyntax(node) : call("mutantConstant", id("constant + 1", node), ExprSyntax(node))
    }

    override func visit(_ node: FloatLiteralExprSyntax) -> ExprSyntax {
        isInLongLiteral(node) ? ExprSyntax(node) : call("mutantConstant", id("constant + 1", node), ExprSyntax(node))
    }

    override func visit(_ node: BooleanLiteralExprSyntax) -> ExprSyntax {
        // The compiler must see that `while true` does not end.
        if node.parent?.is(ConditionElementSyntax.self) ?? false { return ExprSyntax(node) }
        return call("mutantCondition", id("negated", node), ExprSyntax(node))
    }

    override func visit(_ node: PrefixOperatorExprSyntax) -> ExprSyntax {
        switch node.operator.text {
        case "!":
            let id = id("! removed", node)
            return call("mutantCondition", id, super.visit(node))
        case "-"
        where !node.expression.is(IntegerLiteralExprSyntax.self) && !node.expression.is(FloatLiteralExprSyntax.self):
            let id = id("- removed", node)
            let visited = super.visit(node)
            guard let id, let children = visited.as(PrefixOperatorExprSyntax.self) else { return visited }
            return expression("mutantNegative(\(id), \(children.expression.trimmedDescription))", around: node)
        default: return super.visit(node)
        }
    }

    override func visit(_ node: FunctionCallExprSyntax) -> ExprSyntax {
        let functions = ["min": "mutantMinimum", "max": "mutantMaximum"]
        guard let name = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
            let function = functions[name], node.arguments.count == 2
        else { return super.visit(node) }
        let id = id("\(name) becomes \(name == "min" ? "max" : "min")", node)
        let visited = super.visit(node)
        guard let id, let children = visited.as(FunctionCallExprSyntax.self) else { return visited }
        return expression("\(function)(\(id), \(children.arguments.description))", around: node)
    }

    /// Type checking a large table of numbers would take minutes.
    private func isInLongLiteral(_ node: some SyntaxProtocol) -> Bool {
        sequence(first: Syntax(node), next: \.parent).contains {
            ($0.as(ArrayElementListSyntax.self)?.count ?? 0) > 8
                || ($0.as(DictionaryElementListSyntax.self)?.count ?? 0) > 8
        }
    }

    // MARK: Conditions

    override func visit(_ node: ConditionElementSyntax) -> ConditionElementSyntax {
        guard case .expression(let condition) = node.condition else { return super.visit(node) }
        let id = negation(condition)
        let children = super.visit(node)
        guard let id, case .expression(let condition) = children.condition else { return children }
        return children.with(\.condition, .expression(call("mutantCondition", id, condition)))
    }

    override func visit(_ node: WhereClauseSyntax) -> WhereClauseSyntax {
        let id = negation(node.condition)
        let children = super.visit(node)
        return children.with(\.condition, call("mutantCondition", id, children.condition))
    }

    override func visit(_ node: TernaryExprSyntax) -> ExprSyntax {
        let id = negation(node.condition)
        let visited = super.visit(node)
        guard let children = visited.as(TernaryExprSyntax.self) else { return visited }
        return ExprSyntax(children.with(\.condition, call("mutantCondition", id, children.condition)))
    }

    /// nil also if the expression itself has the same mutant.
    private func negation(_ condition: ExprSyntax) -> Int? {
        if let infix = condition.as(InfixOperatorExprSyntax.self),
            ["==", "!="].contains(infix.operator.trimmedDescription)
        {
            return nil
        }
        if condition.as(PrefixOperatorExprSyntax.self)?.operator.text == "!"
            || condition.is(BooleanLiteralExprSyntax.self)
        {
            return nil
        }
        return id("condition negated", condition)
    }

    // MARK: Statements

    override func visit(_ node: CodeBlockItemSyntax) -> CodeBlockItemSyntax {
        guard case .expr(let statement) = node.item, isRemovable(statement), !isValue(node) else {
            return super.visit(node)
        }
        let id = id("statement removed", statement)
        let children = super.visit(node)
        guard let id else { return children }
        let text = "if mutantKeeps(\(id)) { \(children.item.trimmedDescription) }"
        return children.with(\.item, .expr(expression(text, around: children.item)))
    }

    private func isRemovable(_ statement: ExprSyntax) -> Bool {
        if let inner = statement.as(TryExprSyntax.self) { return isRemovable(inner.expression) }
        if let inner = statement.as(AwaitExprSyntax.self) { return isRemovable(inner.expression) }
        if let infix = statement.as(InfixOperatorExprSyntax.self) {
            return infix.operator.is(AssignmentExprSyntax.self) && !isInInitializer(statement)
        }
        guard let call = statement.as(FunctionCallExprSyntax.self) else { return false }
        let name = call.calledExpression.trimmedDescription
        let aborts = ["precondition", "preconditionFailure", "fatalError", "assert"]
        return !aborts.contains(name) && !name.hasSuffix(".init") && !name.contains("log.") && !name.contains("logger.")
    }

    private func isInInitializer(_ node: some SyntaxProtocol) -> Bool {
        sequence(first: Syntax(node), next: \.parent).contains { $0.is(InitializerDeclSyntax.self) }
    }

    /// Whether a statement can be the value of its block.
    private func isValue(_ node: CodeBlockItemSyntax) -> Bool {
        guard let list = node.parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else { return false }
        guard let block = list.parent?.as(CodeBlockSyntax.self) else {
            return !(list.parent?.is(SwitchCaseSyntax.self) ?? false)
        }
        if let function = block.parent?.as(FunctionDeclSyntax.self) { return function.signature.returnClause != nil }
        return block.parent?.is(AccessorDeclSyntax.self) ?? true
    }

    // MARK: Nodes without mutants

    override func visit(_ node: AttributeSyntax) -> AttributeSyntax { node }
    override func visit(_ node: EnumCaseElementSyntax) -> EnumCaseElementSyntax { node }
    override func visit(_ node: IfConfigClauseSyntax) -> IfConfigClauseSyntax { node }
    override func visit(_ node: GenericArgumentClauseSyntax) -> GenericArgumentClauseSyntax { node }
    override func visit(_ node: MacroExpansionExprSyntax) -> ExprSyntax { ExprSyntax(node) }
}
