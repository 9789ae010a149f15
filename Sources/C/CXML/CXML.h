#include <expat.h>

// The bytes that the parser has read, with the functions of all versions, which 2.9 deprecates.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
static inline long weatherd_xml_position(XML_Parser parser) {
    return (long)XML_GetCurrentByteIndex(parser) + XML_GetCurrentByteCount(parser);
}
#pragma clang diagnostic pop
