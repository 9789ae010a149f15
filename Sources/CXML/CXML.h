#include <libxml/parser.h>
#include <string.h>

// Parses a document in memory. libxml2's handler has variadic members, which Swift does not import. Only the receivers get
// anything; no tree is built, no entity is replaced, and nothing is loaded.
//
// Returns 1 when the document is well-formed. A receiver ends the parsing with weatherd_xml_stop.
typedef struct {
    startElementNsSAX2Func open;
    endElementNsSAX2Func close;
    charactersSAXFunc text;
    // A document type declaration begins.
    internalSubsetSAXFunc doctype;
} weatherd_xml_receivers;

static inline int weatherd_xml_parse(const char *bytes, int count, weatherd_xml_receivers receivers, void *owner,
                                     xmlParserCtxtPtr *running) {
    xmlParserCtxtPtr context = xmlNewParserCtxt();
    if (context == NULL) return 0;
    memset(context->sax, 0, sizeof *context->sax);
    context->sax->initialized = XML_SAX2_MAGIC;
    context->sax->startElementNs = receivers.open;
    context->sax->endElementNs = receivers.close;
    context->sax->characters = receivers.text;
    context->sax->cdataBlock = receivers.text;
    context->sax->internalSubset = receivers.doctype;
    context->userData = owner;
    *running = context;
    xmlDocPtr document = xmlCtxtReadMemory(context, bytes, count, NULL, NULL,
                                           XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
    *running = NULL;
    if (document != NULL) xmlFreeDoc(document);
    int result = context->wellFormed;
    xmlFreeParserCtxt(context);
    return result;
}

static inline void weatherd_xml_stop(xmlParserCtxtPtr context) {
    if (context != NULL) xmlStopParser(context);
}
